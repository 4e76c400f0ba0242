import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Option, Redacted, Scope, TestClock } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { type Opening, Sessions, Visits } from "~/effects/people/wallet-session/Sessions.server"
import { SessionsRepo } from "~/effects/people/wallet-session/SessionsRepo.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases, migratedSqlite } from "../../../databases"
import { settings } from "./world"

const ada = asAccount("account_tdx_2_ada")
const opening: Opening = { account: ada, persona: null, userAgent: "Test/1", replaces: Option.none() }

const open = (change: Partial<Opening> = {}) =>
  Effect.flatMap(Sessions, (sessions) => sessions.open({ ...opening, ...change }))
const lives = (token: string) => Effect.flatMap(Sessions, (sessions) => Effect.map(sessions.find(token), Option.isSome))

const addUser = (account: string, status = "active") =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`INSERT INTO users ${sql.insert({
        accountAddress: account,
        username: "Ada L",
        usernameKey: "ada l",
        email: "ada@example.org",
        emailKey: "ada@example.org",
        bio: "I like communities",
        displayImage: "/files/ada",
        tags: "[]",
        workHistory: "[]",
        newsletter: 0,
        status,
        lastSeenAt: 0,
        createdAt: 0,
        updatedAt: 0
      })}`
  )

describeOnBothDatabases("Sessions", (database) => {
  const world = Sessions.Default.pipe(Layer.provideMerge(database))

  it.effect("are found by their token, which is not stored", () =>
    Effect.gen(function* () {
      const token = yield* open()
      assert.match(token, /^[0-9a-f]{64}$/)
      assert.isTrue(yield* lives(token))
      assert.isFalse(yield* lives("0".repeat(64)))
      const sql = yield* SqlClient.SqlClient
      assert.notInclude(JSON.stringify(yield* sql`SELECT * FROM sessions`), token)
    }).pipe(Effect.provide(world))
  )

  it.effect("survive a restart with another session secret, on which they do not depend", () =>
    Effect.gen(function* () {
      const restarted = (secret: string) =>
        Layer.fresh(Sessions.Default).pipe(
          Layer.provide(Layer.succeed(Settings, { ...settings, sessionSecret: Redacted.make(secret.repeat(40)) }))
        )
      const token = yield* Effect.provide(open(), restarted("a"))
      assert.isTrue(yield* Effect.provide(lives(token), restarted("b")))
    }).pipe(Effect.provide(database))
  )

  it.effect("include the profile of the account, unless it was removed", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      yield* addUser(ada)
      const session = Option.getOrThrow(yield* sessions.find(yield* open()))
      assert.deepStrictEqual(session.profile, { username: "Ada L", displayImage: "/files/ada" })
      assert.isTrue(yield* sessions.hasProfile(ada))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE users SET status = 'removed'`
      assert.isNull(Option.getOrThrow(yield* sessions.find(yield* open())).profile)
      assert.isFalse(yield* sessions.hasProfile(ada))
    }).pipe(Effect.provide(world))
  )

  it.effect("expire 7 days after the last visit", () =>
    Effect.gen(function* () {
      const token = yield* open()
      yield* TestClock.adjust("6 days")
      assert.isTrue(yield* lives(token))
      yield* TestClock.adjust("6 days")
      assert.isTrue(yield* lives(token))
      yield* TestClock.adjust("7 days")
      assert.isFalse(yield* lives(token))
    }).pipe(Effect.provide(world))
  )

  it.effect("expire after 30 days however often they are used", () =>
    Effect.gen(function* () {
      const token = yield* open()
      for (let day = 0; day < 29; day++) {
        yield* TestClock.adjust("1 days")
        assert.isTrue(yield* lives(token))
      }
      yield* TestClock.adjust("1 days")
      assert.isFalse(yield* lives(token))
    }).pipe(Effect.provide(world))
  )

  it.effect("record a visit at most once a minute", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seen = Effect.map(
        sql<{ lastSeenAt: number }>`SELECT last_seen_at FROM sessions`,
        ([row]) => row?.lastSeenAt
      )
      const token = yield* open()
      const start = yield* seen
      yield* TestClock.adjust("58 seconds")
      yield* lives(token)
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(yield* seen, start)
      yield* TestClock.adjust("1 seconds")
      yield* lives(token)
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(yield* seen, (start ?? 0) + 60_000)
    }).pipe(Effect.provide(world))
  )

  it.effect("record the visits of a second together, and the last ones when the server stops", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seen = Effect.map(
        sql<{ lastSeenAt: number }>`SELECT last_seen_at FROM sessions ORDER BY last_seen_at`,
        (rows) => rows.map(({ lastSeenAt }) => lastSeenAt)
      )
      const tokens = yield* Effect.replicateEffect(open(), 3)
      const visit = Effect.forEach(tokens, lives)
      yield* TestClock.adjust("2 minutes")
      yield* visit
      assert.deepStrictEqual(yield* seen, [0, 0, 0])
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* seen, [120_000, 120_000, 120_000])
      yield* TestClock.adjust("3 minutes")
      yield* Effect.provide(visit, Layer.fresh(Sessions.Default))
      assert.deepStrictEqual(yield* seen, [301_000, 301_000, 301_000])
    }).pipe(Effect.provide(world))
  )

  it.effect("keep the visit of a token that is exchanged within its second", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* Sessions
      const token = yield* open()
      yield* TestClock.adjust("2 minutes")
      yield* lives(token)
      const fresh = Option.getOrThrow(yield* sessions.renew(token))
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* sql`SELECT last_seen_at FROM sessions`, [{ lastSeenAt: 120_000 }])
      // Seven days count from the visit.
      yield* TestClock.adjust("7 days")
      assert.isFalse(yield* lives(fresh))
    }).pipe(Effect.provide(world))
  )

  it.effect("record no visit of one that ended within its second", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* Sessions
      const [left, everywhere] = [yield* open(), yield* open({ account: asAccount("account_tdx_2_other") })]
      yield* TestClock.adjust("2 minutes")
      yield* Effect.forEach([left, everywhere], lives)
      yield* sessions.end(left)
      yield* sessions.endAll(asAccount("account_tdx_2_other"))
      yield* TestClock.adjust("1 seconds")
      assert.isEmpty(yield* sql`SELECT id FROM sessions`)
      assert.deepStrictEqual(yield* Effect.forEach([left, everywhere], lives), [false, false])
    }).pipe(Effect.provide(world))
  )

  it.effect("replace the browser's previous one, and no other", () =>
    Effect.gen(function* () {
      const [mine, elsewhere] = [yield* open(), yield* open()]
      const next = yield* open({ account: asAccount("account_tdx_2_other"), replaces: Option.some(mine) })
      assert.deepStrictEqual([yield* lives(mine), yield* lives(elsewhere), yield* lives(next)], [false, true, true])
    }).pipe(Effect.provide(world))
  )

  it.effect("get a new token and keep everything else", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const old = yield* open()
      const before = yield* sessions.find(old)
      const fresh = Option.getOrThrow(yield* sessions.renew(old))
      assert.deepStrictEqual(yield* sessions.find(fresh), before)
      assert.isFalse(yield* lives(old))
      assert.isTrue(Option.isNone(yield* sessions.renew(old)))
      yield* TestClock.adjust("8 days")
      assert.isTrue(Option.isNone(yield* sessions.renew(fresh)), "a session that idled out is not renewed")
    }).pipe(Effect.provide(world))
  )

  it.effect("can be ended one by one, all but one, or by signing out; only their own account's", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const [first, second, third] = [yield* open(), yield* open(), yield* open()]
      const foreign = yield* open({ account: asAccount("account_tdx_2_other") })
      const idOf = (token: string) => Effect.map(sessions.find(token), (found) => Option.getOrThrow(found).id)
      const [firstId, foreignId, thirdId] = [yield* idOf(first), yield* idOf(foreign), yield* idOf(third)]

      assert.strictEqual((yield* sessions.list(ada)).length, 3)
      assert.isFalse(yield* sessions.endOne(ada, foreignId))
      assert.isTrue(yield* sessions.endOne(ada, firstId))
      assert.strictEqual(yield* sessions.endOthers(ada, thirdId), 1)
      assert.deepStrictEqual(
        (yield* sessions.list(ada)).map(({ id }) => id),
        [thirdId]
      )
      yield* sessions.end(third)
      assert.deepStrictEqual(
        [yield* lives(first), yield* lives(second), yield* lives(third), yield* lives(foreign)],
        [false, false, false, true]
      )
    }).pipe(Effect.provide(world))
  )
})

it.effect("sessions finish recording visits when the server stops", () =>
  Effect.gen(function* () {
    const [begun, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const written: Array<ReadonlyArray<string>> = []
    const slow = Layer.effect(
      SessionsRepo,
      Effect.map(SessionsRepo, (repo) =>
        SessionsRepo.make({
          ...repo,
          touch: (ids) =>
            Deferred.succeed(begun, undefined).pipe(
              Effect.zipRight(Deferred.await(mayEnd)),
              Effect.zipRight(Effect.sync(() => written.push(ids))),
              Effect.as([])
            )
        })
      )
    ).pipe(Layer.provide(SessionsRepo.Default), Layer.provide(migratedSqlite))
    const server = yield* Scope.make()
    const context = yield* Layer.buildWithScope(Layer.provide(Visits.DefaultWithoutDependencies, slow), server)
    yield* Context.get(context, Visits).note("a session", 0)
    yield* TestClock.adjust("1 seconds")
    yield* Deferred.await(begun)
    const stopping = yield* Effect.fork(Scope.close(server, Exit.void))
    yield* Effect.yieldNow()
    yield* Deferred.succeed(mayEnd, undefined)
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(written, [["a session"]])
  })
)
