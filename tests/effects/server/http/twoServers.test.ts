/** Two servers on one Postgres database: visitors of one see the other's writes within a second. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Runtime } from "effect"
import { inject } from "vitest"
import { Revision } from "~/effects/base/db/Revision.server"
import { type Freshness, makeFreshness } from "~/effects/server/http/freshness.server"
import { makePageCache, type PageCache } from "~/effects/server/http/pageCache.server"
import { connect, createDatabase, dropDatabase, MIGRATED } from "../../../freshDatabases"

const postgres = inject("postgres")
/** Milliseconds. */
const A_SECOND = 1_000

interface Server {
  readonly sql: SqlClient.SqlClient
  readonly freshness: Freshness
  readonly pages: PageCache
  /** The page as a visitor of this server gets it, with its tag. */
  readonly visit: () => Promise<{ readonly text: string; readonly tag: string | undefined }>
  readonly rendered: () => number
}

/** A server whose one page shows the feature requests of the roadmap. `clock` is the time of all. */
const makeServer = (address: string, name: string, clock: { now: number }) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.provideMerge(Revision.Default, Layer.fresh(connect(address, name))))
    const sql = Context.get(context, SqlClient.SqlClient)
    const revision = Context.get(context, Revision)
    const run = Runtime.runPromise(yield* Effect.runtime())
    let rendered = 0
    const freshness: Freshness = makeFreshness({
      read: () => run(revision.now),
      raise: () => run(revision.raise),
      changed: () => pages.clear(),
      timers: { now: () => clock.now, later: () => undefined }
    })
    const pages: PageCache = makePageCache({
      now: () => clock.now,
      makeGap: () => `gap of ${name} ${rendered}`,
      maxBytes: 100_000,
      freshness
    })
    const request = { method: "GET", url: "/roadmap", cookie: undefined }
    const visit = async () => {
      const page =
        pages.cached(request) ??
        (await pages.find(request, async (_, gap) => {
          rendered++
          const rows = await run(sql`SELECT item, people FROM feature_request_counts ORDER BY item`)
          return new Response(`<script nonce="${gap}"></script>${JSON.stringify(rows)}`, {
            headers: { "Content-Type": "text/html" }
          })
        }))
      return { text: page?.text.join("") ?? "none", tag: page?.tag }
    }
    const server: Server = { sql, freshness, pages, visit, rendered: () => rendered }
    return server
  })

describe.skipIf(postgres === null)("two servers on one database (Postgres)", () => {
  it.scoped("see each other's writes within a second, and so do browsers that revalidate their page", () =>
    Effect.gen(function* () {
      const address = postgres ?? ""
      const name = yield* Effect.acquireRelease(
        Effect.promise(() => createDatabase(address, MIGRATED)),
        (made) => Effect.promise(() => dropDatabase(address, made))
      )
      const clock = { now: 10_000 }
      const one = yield* makeServer(address, name, clock)
      const other = yield* makeServer(address, name, clock)
      const visit = (server: Server) => Effect.promise(() => server.visit())

      const before = yield* visit(other)
      assert.strictEqual((yield* visit(one)).tag, before.tag)
      assert.include(before.text, "[]")
      yield* visit(other)
      assert.strictEqual(other.rendered(), 1)

      yield* one.sql`INSERT INTO feature_request_counts (item, people) VALUES ('delegation', 1)`
      one.freshness.wrote()
      yield* Effect.repeat(one.sql`SELECT revision FROM site_revision`, { until: (rows) => rows.length > 0 })
      clock.now += A_SECOND - 1
      const after = yield* visit(other)
      assert.include(after.text, "delegation")
      assert.notStrictEqual(after.tag, before.tag)

      // While nobody writes, nothing is rendered again, and the tag stays.
      const renderings = other.rendered()
      for (let n = 0; n < 20; n++) {
        clock.now += A_SECOND
        assert.strictEqual((yield* visit(other)).tag, after.tag)
      }
      assert.strictEqual(other.rendered(), renderings)
    })
  )
})
