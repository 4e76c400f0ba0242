/** A thread with followers, the first of whom write into it, for benchmarks with many writers. */
import { SqlClient } from "@effect/sql"
import { Effect, TestClock, TestContext } from "effect"
import { sha256 } from "~/effects/base/text/random.server"
import { found, OWNER } from "../../tests/effects/communities/communities/world"
import { insideAs, person, post, startThread, world } from "../../tests/effects/conversation/discussion/world"
import { databaseOf, type Where } from "./voteMessages"

const AT_ONCE = 200
const HOUR = 3_600_000

const tokenOf = (n: number) => n.toString(16).padStart(64, "0")
const accountOf = (n: number) => `account_tdx_2_reader${String(n).padStart(5, "0")}`

export interface Thread {
  readonly path: string
  readonly slug: string
  /** The thread's id in its conversation. */
  readonly id: string
  /** Paths of the other threads. */
  readonly others: ReadonlyArray<string>
}

const pagesOf = <A>(many: number, make: (n: number) => A): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(many / AT_ONCE) }, (_, page) =>
    Array.from({ length: Math.min(AT_ONCE, many - page * AT_ONCE) }, (__, n) => make(page * AT_ONCE + n))
  )

/**
 * @param writers the number of followers with a session.
 * @param others further threads without followers; 19 at most, since a member may start 20 a day.
 */
export const prepareThread = (where: Where, followers: number, writers: number, others = 0): Promise<Thread> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = Date.now()
    yield* TestClock.setTime(now)
    const { id, slug } = yield* found({ slug: "garden", name: "The Garden", ownerAddress: OWNER })
    const token = yield* person(id, "Ada Main", "member", now - 200 * HOUR)
    const { number, target } = yield* startThread(() => insideAs(id, token))
    const pathOf = (thread: number) => `/community/detail/${id}/discussion?thread=${thread}`
    const more = yield* Effect.forEach(Array.from({ length: others }), (_, n) =>
      Effect.map(
        startThread(() => insideAs(id, token), post(`The seam is wet in place ${n}.`)),
        (started) => pathOf(started.number)
      )
    )
    const [user] = yield* sql<Readonly<Record<string, unknown>>>`SELECT * FROM users LIMIT 1`
    const [member] = yield* sql<
      Readonly<Record<string, unknown>>
    >`SELECT * FROM memberships WHERE role = 'member' LIMIT 1`
    const insert = (table: string, many: number, make: (n: number) => Readonly<Record<string, unknown>>) =>
      Effect.forEach(
        pagesOf(many, make),
        (rows) => sql`INSERT INTO ${sql(table)} ${sql.insert(rows as Array<Record<string, never>>)}`
      )
    yield* insert("users", followers, (n) => ({
      ...user,
      accountAddress: accountOf(n),
      username: `Reader ${n}`,
      usernameKey: `reader ${n}`,
      email: `reader${n}@example.org`,
      emailKey: `reader${n}@example.org`
    }))
    yield* insert("memberships", followers, (n) => ({ ...member, accountAddress: accountOf(n) }))
    yield* insert("follows", followers, (n) => ({
      accountAddress: accountOf(n),
      targetType: target.type,
      targetId: target.id,
      state: "following",
      createdAt: now
    }))
    yield* insert("sessions", writers, (n) => ({
      tokenHash: sha256(tokenOf(n)),
      id: `session${n}`,
      accountAddress: accountOf(n),
      userAgent: "a goal",
      provenAt: now,
      createdAt: now,
      lastSeenAt: now + HOUR,
      expiresAt: now + 24 * HOUR
    }))
    return { path: pathOf(number), slug, id: target.id, others: more }
  }).pipe(
    Effect.provide(world(databaseOf(where))),
    Effect.provide(TestContext.TestContext),
    Effect.orDie,
    Effect.runPromise
  )

/** @param key idempotency key: the same text sent twice under one key is one comment. */
export const commentOf = (origin: string, writer: number, text: string, key = "") => ({
  headers: { Cookie: `__Host-session=${tokenOf(writer)}`, Origin: origin },
  body: new URLSearchParams({ intent: "reply", body: text, parent: "", key })
})

/** Sends it and returns the status. */
export const comment = async (
  origin: string,
  path: string,
  writer: number,
  text: string,
  key = ""
): Promise<number> => {
  const sent = commentOf(origin, writer, text, key)
  const response = await fetch(`${origin}${path}`, { method: "POST", redirect: "manual", ...sent })
  await response.arrayBuffer()
  return response.status
}

/** What is stored: comments, and of how many the last follower, who wrote none, was notified. */
export const storedIn = (where: Where, followers: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all({
      comments: sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM comments`,
      reported: sql<{ readonly n: number }>`SELECT SUM(times) AS n FROM notifications
        WHERE account_address = ${accountOf(followers - 1)} AND type = 'reply'`,
      readers: sql<{
        readonly n: number
      }>`SELECT COUNT(DISTINCT account_address) AS n FROM notifications WHERE type = 'reply'`
    })
  ).pipe(
    Effect.map(({ comments, readers, reported }) => ({
      comments: Number(comments[0]?.n),
      reported: Number(reported[0]?.n),
      readers: Number(readers[0]?.n)
    })),
    Effect.provide(databaseOf(where)),
    Effect.orDie,
    Effect.runPromise
  )
