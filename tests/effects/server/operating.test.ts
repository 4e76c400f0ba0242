/** An operator's command, as the command line runs it, on Postgres: servers learn that it may have changed pages. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { operate } from "~/effects/server/operating.server"
import { connect, createDatabase, dropDatabase, MIGRATED } from "../../freshDatabases"

const postgres = inject("postgres")

describe.skipIf(postgres === null)("a command (Postgres)", () => {
  it.scopedLive("raises the revision of the pages, unless it was refused", () =>
    Effect.gen(function* () {
      const address = postgres ?? ""
      const name = yield* Effect.acquireRelease(
        Effect.promise(() => createDatabase(address, MIGRATED)),
        (made) => Effect.promise(() => dropDatabase(address, made))
      )
      const url = new URL(address)
      url.pathname = `/${name}`
      Object.assign(process.env, { DATABASE_URL: url.href, LEDGER: "local" })
      const revisions = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly revision: number }>`SELECT revision FROM site_revision`
      ).pipe(
        Effect.provide(connect(address, name)),
        Effect.map((rows) => rows.map(({ revision }) => revision))
      )
      const by = { actor: "machine: test", account: null }
      yield* Effect.flip(operate(["no-such-command"], by))
      assert.deepStrictEqual(yield* revisions, [])
      yield* operate(["log"], by)
      assert.deepStrictEqual(yield* revisions, [1])
    })
  )
})
