import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Inactivity } from "~/effects/communities/communities/Inactivity.server"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, person, TODAY, world } from "../activity/world"

const ANA = "account_tdx_2_ana"
const BEN = "account_tdx_2_ben"
const CLEO = "account_tdx_2_cleo"
const DAN = "account_tdx_2_dan"

describeOnBothDatabases("Notifications.notify", (database) => {
  const prepared = Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const sql = yield* SqlClient.SqlClient
    const { notify } = yield* Notifications
    const { id } = yield* found({ slug: "night-film" })
    yield* person(ANA, "Ana Ribeiro")
    yield* person(BEN, "Ben")
    yield* person(CLEO, "Cleo")
    yield* join(id, ANA)
    yield* join(id, BEN, { notifications: "important", role: "moderator" })
    yield* join(id, CLEO, { notifications: "none" })
    yield* join(id, DAN) // no profile
    const entries = sql<{ accountAddress: string; text: string; times: number; email: string }>`
      SELECT account_address, text, times, email FROM notifications ORDER BY account_address, created_at`
    const announcement = {
      to: { everyoneIn: id },
      type: "announcement",
      communityId: id,
      target: `/community/detail/${id}/annissued?a=1`,
      text: "Night Film Club: the programme is out.",
      importance: "normal"
    } as const
    return { announcement, entries, id, sql, notify }
  })
  const who = (rows: ReadonlyArray<{ readonly accountAddress: string }>) => rows.map((row) => row.accountAddress)

  it.effect("notifies everyone in a community as they chose, except the actor", () =>
    Effect.gen(function* () {
      const { announcement, entries, id, sql, notify } = yield* prepared
      yield* notify(announcement)
      assert.deepStrictEqual(who(yield* entries), [ANA])
      yield* notify({ ...announcement, importance: "important", type: "announcementImportant" })
      assert.deepStrictEqual(who(yield* entries), [ANA, ANA, BEN])
      yield* sql`DELETE FROM notifications`
      yield* notify({ ...announcement, importance: "important", to: { everyoneIn: id, except: [BEN] } })
      assert.deepStrictEqual(who(yield* entries), [ANA])
      yield* sql`DELETE FROM notifications`
      const moderators = { everyoneIn: id, roles: ["moderator", "owner"] } as const
      yield* notify({ ...announcement, importance: "important", to: moderators })
      assert.deepStrictEqual(who(yield* entries), [BEN])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("counts the same event within ten minutes and starts a new entry afterwards", () =>
    Effect.gen(function* () {
      const { announcement, entries, sql, notify } = yield* prepared
      const reply = { ...announcement, to: [ANA], type: "reply" } as const
      yield* notify({ ...reply, text: "Ben replied to you." })
      yield* sql`UPDATE notifications SET read_at = 5`
      yield* TestClock.adjust("9 minutes")
      yield* notify({ ...reply, text: "Cleo replied to you." })
      assert.deepStrictEqual(yield* entries, [
        { accountAddress: ANA, text: "Cleo replied to you.", times: 2, email: "digest" }
      ])
      assert.deepStrictEqual(yield* sql`SELECT read_at FROM notifications`, [{ readAt: null }])
      yield* TestClock.adjust("2 minutes")
      yield* notify({ ...reply, text: "Ben replied to you." })
      assert.deepStrictEqual(
        (yield* entries).map(({ times }) => times),
        [2, 1]
      )
      // Another event is another entry immediately.
      yield* notify({ ...reply, target: "/userDashboard" })
      assert.strictEqual((yield* entries).length, 3)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("decides together with the event how its e-mail is sent", () =>
    Effect.gen(function* () {
      const { announcement, entries, sql, notify } = yield* prepared
      yield* sql`INSERT INTO mail_choices ${sql.insert({ accountAddress: BEN, type: "reply", choice: "now" })}`
      yield* notify({ ...announcement, to: [ANA, BEN, CLEO, DAN, ANA], type: "reply" })
      assert.deepStrictEqual(
        (yield* entries).map(({ accountAddress, email }) => [accountAddress, email]),
        [
          [ANA, "digest"], // the kind's default
          [BEN, "now"], // his choice
          [CLEO, "none"] // she muted the community
        ]
      )
      assert.deepStrictEqual(yield* sql`SELECT account_address, due_at FROM digests`, [
        { accountAddress: ANA, dueAt: 0 }
      ])
      yield* sql`DELETE FROM notifications`
      yield* notify({ ...announcement, to: [CLEO], type: "role", importance: "important" })
      assert.strictEqual((yield* entries)[0]?.email, "now")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("notifies an owner once after a year without activity, and again after another quiet year", () =>
    Effect.gen(function* () {
      const { entries, id, sql } = yield* prepared
      yield* sql`UPDATE communities SET owner_address = ${ANA}, active_at = ${TODAY} WHERE id = ${id}`
      const { notifyOwners } = yield* Inactivity
      const count = Effect.map(
        sql<{ readonly notified: number }>`SELECT quiet_notified_at AS notified FROM communities WHERE id = ${id}`,
        ([row]) => row?.notified
      )
      /** How many owners it notified. */
      const notifyQuiet = Effect.gen(function* () {
        const before = yield* count
        yield* notifyOwners
        return before === (yield* count) ? 0 : 1
      })
      yield* TestClock.adjust("364 days")
      assert.strictEqual(yield* notifyQuiet, 0)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* Effect.all([notifyQuiet, notifyQuiet]), [1, 0])
      yield* TestClock.adjust("400 days")
      assert.strictEqual(yield* notifyQuiet, 0)
      const [notified, ...others] = yield* entries
      assert.isEmpty(others)
      assert.deepInclude(notified, {
        accountAddress: ANA,
        text: "Nothing has happened in A community for a year. It stays open; you can archive it in its settings.",
        email: "now"
      })
      // The community became active and quiet again.
      yield* sql`UPDATE communities SET active_at = ${TODAY + 765 * 86_400_000} WHERE id = ${id}`
      yield* TestClock.adjust("365 days")
      assert.strictEqual(yield* notifyQuiet, 1)
      yield* sql`UPDATE communities SET stage = 'archived', quiet_notified_at = 0 WHERE id = ${id}`
      assert.strictEqual(yield* notifyQuiet, 0)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("notifies many with as many statements as one", () =>
    Effect.gen(function* () {
      const { announcement, entries, id, sql, notify } = yield* prepared
      for (let n = 10; n < 40; n++) {
        yield* person(`account_tdx_2_m${n}`, `Member ${n}`)
        yield* join(id, `account_tdx_2_m${n}`)
      }
      yield* notify(announcement)
      assert.strictEqual((yield* entries).length, 31)
      assert.deepStrictEqual(yield* sql`SELECT COUNT(*) AS waiting FROM digests`, [{ waiting: 31 }])
    }).pipe(Effect.provide(world(database)))
  )
})
