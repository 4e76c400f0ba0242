/** GET /api/events over the server's own runtime: streams, resuming, and what remains when readers leave. */
import type { SqlClient } from "@effect/sql"
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { CommunityId } from "~/effects/access/Community"
import type { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { found, join } from "../../communities/communities/world"
import { signIn } from "../../publishing/dashboard/visits"
import { startTestServer, type TestServer } from "../../server/runtime/server"

const repos = Layer.mergeAll(CommunitiesRepo.Default, MembershipsRepo.Default)
const MEMBER = "account_tdx_2_member"

let server: TestServer
let events: typeof import("~/routes/api.events")
let runtime: typeof import("~/effects/server/runtime.server")
let services: {
  readonly Activity: typeof import("~/effects/activity/activity/Activity.server").Activity
  readonly Live: typeof import("~/effects/activity/live/Live.server").Live
  readonly Connections: typeof import("~/effects/activity/live/Connections.server").Connections
  readonly Sessions: typeof import("~/effects/people/wallet-session/Sessions.server").Sessions
}

beforeAll(async () => {
  server = await startTestServer()
  events = await import("~/routes/api.events")
  runtime = await import("~/effects/server/runtime.server")
  const [{ Activity }, { Live }, { Connections }, { Sessions }] = await Promise.all([
    import("~/effects/activity/activity/Activity.server"),
    import("~/effects/activity/live/Live.server"),
    import("~/effects/activity/live/Connections.server"),
    import("~/effects/people/wallet-session/Sessions.server")
  ])
  services = { Activity, Live, Connections, Sessions }
}, 60_000)
afterAll(() => server.stop())

const argsFor = (path: string, { cookie, signal, resume }: Asked = {}): LoaderFunctionArgs => ({
  request: new Request(`${server.origin}${path}`, {
    ...(signal === undefined ? {} : { signal }),
    headers: {
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(resume === undefined ? {} : { "Last-Event-ID": resume })
    }
  }),
  params: {},
  context: { requestId: "a request", nonce: "", address: "192.0.2.1" }
})
interface Asked {
  readonly cookie?: string
  readonly signal?: AbortSignal
  readonly resume?: string
}

/** Runs a program in the server's runtime. */
const within = async <A, E, R>(program: Effect.Effect<A, E, R>): Promise<A> => {
  let value: { readonly is: A } | undefined
  const whole = program.pipe(
    Effect.orDie,
    Effect.provide(repos),
    Effect.tap((is) => {
      value = { is }
    }),
    Effect.as(null)
  )
  // The runtime has every service these programs require.
  await runtime.respondJson(argsFor("/"), whole as Effect.Effect<null, never, RouteArgs>)
  if (value === undefined) throw new Error("the program did not end well")
  return value.is
}

const happens = (id: string, title: string) =>
  within(
    Effect.flatMap(services.Activity, (activity) =>
      activity.record({
        communityId: CommunityId.make(id),
        actor: null,
        type: "commented",
        target: "/x",
        data: { title },
        visibility: "members"
      })
    )
  )

/** Reads a stream until it has sent this. */
const readUntil = async (response: Response, what: RegExp): Promise<string> => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  while (!what.test(text)) {
    const chunk = await reader?.read()
    if (chunk === undefined || chunk.done) return text
    text += chunk.value
  }
  reader?.releaseLock()
  return text
}

const setUp = async (slug: string, visibility: "public" | "private" = "public") => {
  const { id } = await within(found({ slug, visibility }))
  await within(join(id, MEMBER))
  const token = await within(signIn(MEMBER))
  return { id, cookie: `__Host-session=${token}` }
}

describe("GET /api/events", () => {
  test("streams events, and resumes after the last one that the browser has", async () => {
    const { cookie, id } = await setUp("streams")
    await happens(id, "before")
    const left = new AbortController()
    const response = await events.loader(argsFor(`/api/events?community=${id}`, { cookie, signal: left.signal }))
    assert.deepEqual(
      [response.status, response.headers.get("Content-Type"), response.headers.get("Cache-Control")],
      [200, "text/event-stream; charset=utf-8", "no-store, no-transform"]
    )
    const heard = readUntil(response, /"title":"one"/)
    await happens(id, "one")
    const text = await heard
    assert.match(text, /^retry: 3000\n/)
    assert.match(text, /id: 2\nevent: thread\ndata: \{"seq":2,/)
    assert.notInclude(text, "before")
    left.abort()

    await happens(id, "two")
    await happens(id, "three")
    const again = new AbortController()
    const resumed = await events.loader(
      argsFor(`/api/events?community=${id}`, { cookie, signal: again.signal, resume: "2" })
    )
    const missed = await readUntil(resumed, /"title":"three"/)
    again.abort()
    assert.deepEqual(
      [...missed.matchAll(/^id: (\d+)$/gm)].map(([, seq]) => seq),
      ["3", "4"]
    )
  })

  test("serves the same events to clients that cannot hold a stream, and members' events to members only", async () => {
    const { cookie, id } = await setUp("polls")
    await happens(id, "one")
    const ask = async (search: string, who: Asked) =>
      (await events.loader(argsFor(`/api/events?community=${id}${search}`, who))).json()
    const page = await ask("&since=0", { cookie })
    assert.deepEqual([page.events.length, page.last, page.isCut], [1, 1, false])
    assert.deepEqual(await ask("&since=1", { cookie }), { events: [], last: 1, isCut: false, far: {} })
    assert.deepEqual(await ask("&since=0", {}), { events: [], last: 1, isCut: false, far: {} })
  })

  test("hides a private community and its stream from strangers", async () => {
    const { cookie, id } = await setUp("silent", "private")
    const bodies = []
    for (const community of [id, "aaaaaaaaaaaa", "1 OR 1=1", "../../etc", ""]) {
      const refused = await events.loader(argsFor(`/api/events?community=${encodeURIComponent(community)}`))
      bodies.push([refused.status, (await refused.json()).message])
    }
    assert.deepEqual(bodies, Array(5).fill([404, "This page does not exist."]))
    const allowed = await events.loader(argsFor(`/api/events?community=${id}&since=0`, { cookie }))
    assert.strictEqual(allowed.status, 200)
  })

  test("sends nothing more to a removed member", async () => {
    const { cookie, id } = await setUp("leaving", "private")
    const left = new AbortController()
    const response = await events.loader(argsFor(`/api/events?community=${id}`, { cookie, signal: left.signal }))
    const heard = readUntil(response, /event: closed/)
    await within(
      Effect.gen(function* () {
        const { SqlClient } = yield* Effect.promise(() => import("@effect/sql"))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE memberships SET status = 'removed' WHERE community_id = ${id} AND account_address = ${MEMBER}`
        const activity = yield* services.Activity
        yield* activity.record({
          communityId: CommunityId.make(id),
          actor: null,
          type: "memberRemoved",
          target: "/x",
          data: {},
          visibility: "public"
        })
      })
    )
    const text = await heard
    assert.include(text, "event: closed")
    assert.notInclude(text, "memberRemoved")
    left.abort()
  })

  /** What a stream sends after its session ended, when members are active. */
  const afterwards = async (
    slug: string,
    visibility: "public" | "private",
    end: (token: string) => Promise<unknown>
  ) => {
    const { cookie, id } = await setUp(slug, visibility)
    const left = new AbortController()
    const response = await events.loader(argsFor(`/api/events?community=${id}`, { cookie, signal: left.signal }))
    const heard = readUntil(response, /event: (closed|thread)/)
    await end(cookie.replace("__Host-session=", ""))
    await happens(id, "among members")
    const text = await heard
    left.abort()
    const polled = await events.loader(argsFor(`/api/events?community=${id}&since=0`, { cookie }))
    return { text, status: polled.status, page: await polled.json() }
  }
  const sql = (write: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
    within(
      Effect.flatMap(
        Effect.promise(() => import("@effect/sql")),
        (module) => Effect.flatMap(module.SqlClient.SqlClient, write)
      )
    )
  const ways = {
    "idled out": (token: string) =>
      sql(
        (sql) =>
          sql`UPDATE sessions SET last_seen_at = last_seen_at - ${8 * 86_400_000} WHERE token_hash = ${sha256(token)}`
      ),
    "reached its end": (token: string) =>
      sql((sql) => sql`UPDATE sessions SET expires_at = 1 WHERE token_hash = ${sha256(token)}`),
    "signed out": (token: string) => within(Effect.flatMap(services.Sessions, (sessions) => sessions.end(token)))
  }

  test.each(Object.entries(ways))(
    "sends nothing more of a private community to a session that has %s",
    async (how, end) => {
      const { page, status, text } = await afterwards(`ended-${how.replaceAll(" ", "-")}`, "private", end)
      assert.include(text, "event: closed")
      assert.notInclude(text, "among members")
      assert.deepEqual([status, page.message], [404, "This page does not exist."])
    }
  )

  test.each(Object.entries(ways))(
    "ends the streams of a session that has %s; the next one is a visitor's",
    async (how, end) => {
      const { page, text } = await afterwards(`public-${how.replaceAll(" ", "-")}`, "public", end)
      assert.notMatch(text, /among members|event: closed/)
      assert.deepEqual(page.events, [])
    }
  )

  test("sends nothing more after a membership ended without an event", async () => {
    const { text } = await afterwards("quietly-gone", "private", () =>
      sql((sql) => sql`UPDATE memberships SET status = 'left' WHERE account_address = ${MEMBER}`)
    )
    assert.include(text, "event: closed")
    assert.notInclude(text, "among members")
  })

  test("does not count as a visit: an open tab keeps no session alive", async () => {
    const { cookie, id } = await setUp("no-visit", "private")
    const seen = () =>
      sql(
        (sql) =>
          sql`SELECT last_seen_at FROM sessions WHERE token_hash = ${sha256(cookie.replace("__Host-session=", ""))}`
      )
    await sql((sql) => sql`UPDATE sessions SET last_seen_at = last_seen_at - ${6 * 86_400_000}`)
    const before = await seen()
    assert.strictEqual((await events.loader(argsFor(`/api/events?community=${id}&since=0`, { cookie }))).status, 200)
    assert.deepEqual(await seen(), before)
  })

  test("leaves nothing behind of 100 readers who came and went", async () => {
    const { cookie, id } = await setUp("busy")
    for (let n = 0; n < 100; n++) {
      const left = new AbortController()
      const response = await events.loader(argsFor(`/api/events?community=${id}`, { cookie, signal: left.signal }))
      assert.strictEqual(response.status, 200)
      left.abort()
      await response.text()
    }
    const rest = await within(
      Effect.gen(function* () {
        const live = yield* services.Live
        const connections = yield* services.Connections
        return [yield* live.listeners, yield* connections.count]
      })
    )
    assert.deepEqual(rest, [0, 0])
  })
})
