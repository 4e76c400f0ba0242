import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck as fc, Layer, TestClock } from "effect"
import { sweepNotifications } from "~/effects/activity/notifications/Notifications.server"
import { sweepJob } from "~/effects/base/jobs/Jobs.server"
import { sweepWorkItems } from "~/effects/base/jobs/WorkItemRows.server"
import { networkOf } from "~/effects/base/limits/Asker"
import { sweepLimits } from "~/effects/base/limits/CountedLimits.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { sweepOutbox } from "~/effects/base/mail/OutboxRepo.server"
import { sweepTransactionLeases } from "~/effects/chain/prepared-transactions/TransactionLeases.server"
import { sweepCodes } from "~/effects/people/signup/CodesRepo.server"
import { sweepSignatures } from "~/effects/people/uploads/UploadLeftovers.server"
import { describeOnBothDatabases } from "../../../databases"
import { TODAY } from "../../people/signup/world"

describe("networkOf", () => {
  it.each([
    ["192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["nonsense", "unknown"],
    ["1:2:3", "unknown"],
    ["127.0.0.1", null],
    ["::ffff:127.0.0.1", null],
    ["::1", null]
  ])("of %s is %s", (address, network) => assert.strictEqual(networkOf(address), network))

  it("is the same for all hosts of a /64 and differs for the next network", () =>
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const network = networkOf(address) ?? ""
        fc.pre(network.endsWith("/64"))
        const prefix = network.replace("::/64", "")
        assert.strictEqual(networkOf(`${prefix}:1:2:3:4`), network)
      })
    ))
})

describe("waitFor", () => {
  const windows: ReadonlyArray<Window> = [
    { max: 1, ms: 60 },
    { max: 3, ms: 3_600 }
  ]
  /** Second by second, the naive way. */
  const plainWait = (times: ReadonlyArray<number>, now: number) => {
    for (let wait = 0; ; wait++) {
      const fits = windows.every(({ max, ms }) => times.filter((time) => time > now + wait - ms).length < max)
      if (fits) return wait
    }
  }
  it("is the first moment at which every window has room", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 8 }), (times) =>
        assert.strictEqual(waitFor(windows, times, 5_000), plainWait(times, 5_000))
      )
    ))
})

describeOnBothDatabases("Idempotency", (database) => {
  const Live = Idempotency.Default.pipe(Layer.provideMerge(database))
  const counted = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const once = yield* Idempotency
    const work = Effect.orDie(sql`INSERT INTO tags ${sql.insert({ id: "x", name: "x", position: 99 })}`)
    return { once, sql, work }
  })

  it.effect("does the work once for twenty requests with one key, and returns the same response to all", () =>
    Effect.gen(function* () {
      const { once, work } = yield* counted
      const responses = yield* Effect.replicateEffect(once.run("ada", "key", "content", Effect.as(work, "done")), 20, {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(new Set(responses), new Set(["done"]))
    }).pipe(Effect.provide(Live))
  )

  it.effect("separates people who chose the same key, and refuses other content", () =>
    Effect.gen(function* () {
      const { once } = yield* counted
      assert.strictEqual(yield* once.run("ada", "key", "content", Effect.succeed("Ada's")), "Ada's")
      assert.strictEqual(yield* once.run("eve", "key", "content", Effect.succeed("Eve's")), "Eve's")
      const refused = yield* Effect.flip(once.run("ada", "key", "other", Effect.succeed("no")))
      assert.deepInclude(refused, { _tag: "KeyReused", status: 422 })
      assert.strictEqual(yield* once.run("ada", null, "other", Effect.succeed("without a key")), "without a key")
    }).pipe(Effect.provide(Live))
  )

  it.effect("allows a refused request to be sent again, and keeps what the refusal wrote", () =>
    Effect.gen(function* () {
      const { once, sql, work } = yield* counted
      const refused = yield* Effect.flip(
        once.run("ada", "key", "content", Effect.zipRight(work, Effect.fail("wrong code")))
      )
      assert.strictEqual(refused, "wrong code")
      assert.lengthOf(yield* sql`SELECT id FROM tags WHERE id = 'x'`, 1)
      assert.strictEqual(yield* once.run("ada", "key", "content", Effect.succeed("done")), "done")
    }).pipe(Effect.provide(Live))
  )
})

describeOnBothDatabases("withLocks", (database) => {
  it.effect("admit callers one after the other, in whatever order they name their keys", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const countThenAdd = (id: number) =>
        Effect.gen(function* () {
          yield* withLocks(sql, id % 2 === 0 ? ["a", "b"] : ["b", "a"])
          const rows = yield* sql`SELECT id FROM tags WHERE id LIKE 'turn%'`
          if (rows.length < 3) {
            yield* sql`INSERT INTO tags ${sql.insert({ id: `turn${id}`, name: `turn${id}`, position: 100 + id })}`
          }
        }).pipe(sql.withTransaction)
      yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], countThenAdd, { concurrency: "unbounded" })
      assert.lengthOf(yield* sql`SELECT id FROM tags WHERE id LIKE 'turn%'`, 3)
    }).pipe(Effect.provide(database))
  )
})

describeOnBothDatabases("sweep", (database) => {
  it.effect("deletes expired rows and keeps those that still count", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* SqlClient.SqlClient
      const hour = 3_600_000
      const code = (id: string, age: number) => ({
        id,
        emailKey: id,
        browserHash: "b",
        salt: "s",
        codeHash: "h",
        sentAt: TODAY - age * hour,
        expiresAt: TODAY
      })
      yield* sql`INSERT INTO email_codes ${sql.insert([code("old", 49), code("young", 24)])}`
      const email = (id: string, sentAt: number | null) => ({
        id,
        messageId: id,
        recipient: "r",
        subject: "s",
        body: "",
        createdAt: 1,
        nextTryAt: 1,
        sentAt
      })
      yield* sql`INSERT INTO outbox ${sql.insert([email("sent", TODAY - 31 * 24 * hour), email("waiting", null)])}`
      const item = (name: string, nextAt: number) => ({
        job: "j",
        item: name,
        holder: "h",
        leasedUntil: 0,
        nextAt,
        tries: 1,
        reason: "r"
      })
      yield* sql`INSERT INTO work_items ${sql.insert([item("over", TODAY - 4 * hour), item("due", TODAY - hour)])}`
      const { run } = yield* sweepJob({
        first: Effect.succeed(() => Effect.die(new Error("a table that cannot be swept"))),
        codes: sweepCodes,
        signatures: sweepSignatures,
        limits: sweepLimits,
        outbox: sweepOutbox,
        stepLeases: sweepTransactionLeases,
        notifications: sweepNotifications,
        items: sweepWorkItems
      })
      // A crashed caller does not block the others.
      assert.isTrue(Exit.isFailure(yield* Effect.exit(run)))
      assert.deepEqual<unknown>(yield* sql`SELECT item FROM work_items`, [{ item: "due" }])
      assert.deepEqual<unknown>(yield* sql`SELECT id FROM email_codes`, [{ id: "young" }])
      assert.deepEqual<unknown>(yield* sql`SELECT id FROM outbox`, [{ id: "waiting" }])
    }).pipe(Effect.provide(database))
  )
})
