import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Data, Deferred, Effect, Fiber, Layer, Logger, TestClock, TestServices } from "effect"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { pauseAfter, sweepWorkItems, WorkItemRows } from "~/effects/base/jobs/WorkItemRows.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { describeOnBothDatabases } from "../../../databases"
import { TODAY } from "../../people/signup/world"

class NotYet extends Data.TaggedError("NotYet")<{ readonly message: string }> {}

const JOB = "things.do"

describeOnBothDatabases("Work items of a job", (database) => {
  const scene = <A, E>(program: Effect.Effect<A, E, JobReports | WorkQueue | SqlClient.SqlClient>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE things (id TEXT PRIMARY KEY, is_due INTEGER NOT NULL)`
      return yield* program
    }).pipe(
      Effect.provide(
        Layer.merge(WorkQueue.Default, JobReports.Default).pipe(
          Layer.provideMerge(database),
          Layer.provideMerge(Logger.remove(Logger.defaultLogger))
        )
      )
    )

  const add = (count: number) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(
        Array.from({ length: count }, (_, n) => `t${String(n).padStart(3, "0")}`),
        (id) => sql`INSERT INTO things ${sql.insert({ id, isDue: 1 })}`
      )
    )

  /** Processes items; `act` decides how each ends. Returns the ids processed, in order. */
  const work = (
    items: WorkQueue,
    act: (id: string) => Effect.Effect<void, NotYet> = () => Effect.void,
    isDoneFor = true
  ) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seen: Array<string> = []
      yield* items.workThrough({
        job: JOB,
        keyOf: ({ id }: { readonly id: string }) => id,
        due: (limit) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.orDie(sql<{ readonly id: string }>`SELECT id FROM things t
              WHERE is_due = 1 AND ${items.isFree(JOB, sql`t.id`, now)} ORDER BY id LIMIT ${limit}`)
          ),
        work: ({ id }) =>
          Effect.gen(function* () {
            seen.push(id)
            yield* act(id)
            if (isDoneFor) yield* Effect.orDie(sql`UPDATE things SET is_due = 0 WHERE id = ${id}`)
          })
      })
      return seen
    })

  /** Another server with the same database. */
  const another = Effect.provide(WorkQueue, Layer.fresh(WorkQueue.Default))

  it.effect("let requests run in between", () =>
    scene(
      Effect.gen(function* () {
        yield* add(3)
        const items = yield* WorkQueue
        let turns = 0
        const seen: Array<number> = []
        const check = () =>
          Effect.sync(() => {
            seen.push(turns)
            setTimeout(() => turns++, 0)
          })
        yield* TestServices.provideLive(work(items, check))
        assert.deepEqual(seen, [0, 1, 2])
      })
    )
  )

  it.effect("are all processed in one run, each once, and leave no rows behind", () =>
    scene(
      Effect.gen(function* () {
        yield* add(107)
        const items = yield* WorkQueue
        const seen = yield* work(items)
        assert.lengthOf(seen, 107)
        assert.strictEqual(new Set(seen).size, 107)
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT * FROM work_items`, 0)
      })
    )
  )

  it.effect(
    "that crash block no others; they are retried with backoff and reported to operators until they succeed",
    () =>
      scene(
        Effect.gen(function* () {
          yield* add(60)
          const items = yield* WorkQueue
          const reports = yield* JobReports
          const bad = new Set(["t000", "t001", "t030"])
          const dying = (id: string) =>
            bad.has(id) ? Effect.die(new Error(`unreadable amount in ${id}`)) : Effect.void
          assert.lengthOf(yield* work(items, dying), 60)
          const listed = yield* reports.setBack(10)
          assert.deepEqual(
            listed.map(({ item, tries }) => [item, tries]),
            [
              ["t000", 1],
              ["t001", 1],
              ["t030", 1]
            ]
          )
          assert.strictEqual(listed[0]?.reason, "unreadable amount in t000")
          assert.strictEqual(listed[0]?.nextAt, TODAY + 60_000)
          assert.deepEqual(yield* work(items, dying), [])
          assert.deepEqual(yield* reports.counts, [{ job: JOB, setBack: 3, waiting: 0, inWork: 0, setAside: 0 }])
          yield* TestClock.adjust("1 minute")
          assert.deepEqual(yield* work(items, dying), [...bad])
          assert.deepInclude((yield* reports.setBack(10))[0], { tries: 2, nextAt: TODAY + 180_000 })
          yield* TestClock.adjust("1 minute")
          assert.deepEqual(yield* work(items, dying), [])
          yield* TestClock.adjust("1 minute")
          assert.deepEqual(yield* work(items), [...bad])
          assert.deepEqual(yield* reports.setBack(10), [])
        })
      )
  )

  it.effect("that cannot proceed yet wait a minute, and are not reported to operators", () =>
    scene(
      Effect.gen(function* () {
        yield* add(2)
        const items = yield* WorkQueue
        const reports = yield* JobReports
        const notYet = () => Effect.fail(new NotYet({ message: "the gateway is down" }))
        for (let minute = 0; minute < 3; minute++) {
          assert.deepEqual(yield* work(items, notYet), ["t000", "t001"])
          assert.deepEqual(yield* work(items, notYet), [])
          yield* TestClock.adjust("1 minute")
        }
        assert.deepEqual(yield* reports.setBack(10), [])
        assert.deepEqual(yield* work(items), ["t000", "t001"])
      })
    )
  )

  it.effect("that an operator sets aside are not retried and count as set aside, until they are put back", () =>
    scene(
      Effect.gen(function* () {
        yield* add(2)
        const [items, reports] = [yield* WorkQueue, yield* JobReports]
        const rows = yield* Effect.provide(WorkItemRows, WorkItemRows.Default)
        const dying = (id: string) => (id === "t000" ? Effect.die(new Error("unreadable amount")) : Effect.void)
        assert.isFalse(yield* rows.setAside(JOB, "t000"), "what was not set back is in order")
        yield* work(items, dying)
        assert.isTrue(yield* rows.setAside(JOB, "t000"))
        assert.isFalse(yield* rows.setAside(JOB, "t000"))
        yield* TestClock.adjust("1 day")
        assert.deepEqual(yield* work(items), [])
        assert.deepEqual(yield* reports.counts, [{ job: JOB, setBack: 0, waiting: 0, inWork: 0, setAside: 1 }])
        assert.deepInclude((yield* reports.setBack(10))[0], { item: "t000", setAsideAt: TODAY, tries: 1 })
        const sweep = yield* sweepWorkItems
        yield* sweep(TODAY + 30 * 86_400_000)
        assert.isTrue(yield* rows.putBack(JOB, "t000"))
        assert.isFalse(yield* rows.putBack(JOB, "t000"))
        assert.deepEqual(yield* work(items), ["t000"])
        assert.deepEqual(yield* reports.setBack(10), [])
      })
    )
  )

  it.effect("whose lease or next try lies too far in the future are taken over", () =>
    scene(
      Effect.gen(function* () {
        yield* add(2)
        const [items, sql] = [yield* WorkQueue, yield* SqlClient.SqlClient]
        const row = { job: JOB, holder: "ahead", tries: 0, reason: "" }
        yield* sql`INSERT INTO work_items ${sql.insert([
          { ...row, item: "t000", leasedUntil: TODAY + 360_000, nextAt: 0 },
          { ...row, item: "t001", leasedUntil: 0, nextAt: TODAY + 2 * 3_600_000 }
        ])}`
        assert.deepEqual(yield* work(items), ["t000", "t001"])
      })
    )
  )

  it.effect("that are due again immediately run in the next minute", () =>
    scene(
      Effect.gen(function* () {
        yield* add(25)
        const items = yield* WorkQueue
        const counts = new Map<string, number>()
        for (const id of yield* work(items, undefined, false)) counts.set(id, (counts.get(id) ?? 0) + 1)
        assert.strictEqual(counts.size, 25)
        assert.isAtMost(Math.max(...counts.values()), 2)
        yield* TestClock.adjust("1 minute")
        assert.isAbove((yield* work(items, undefined, false)).length, 24)
      })
    )
  )

  it.effect("are shared between servers: none is processed twice at the same time", () =>
    scene(
      Effect.gen(function* () {
        yield* add(100)
        const [one, other] = [yield* WorkQueue, yield* another]
        // Each server's items wait until both have begun, so that neither can process all of them alone.
        const begun = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
        const begin = (n: 0 | 1) => () =>
          Effect.zipRight(Deferred.succeed(begun[n], undefined), Deferred.await(n === 0 ? begun[1] : begun[0]))
        const [first, second] = yield* Effect.all([work(one, begin(0)), work(other, begin(1))], { concurrency: 2 })
        assert.strictEqual(new Set([...first, ...second]).size, 100)
        assert.isAbove(first.length, 0)
        assert.isAbove(second.length, 0)
      })
    )
  )

  it.effect("of a crashed server are taken over when their lease expires, not before", () =>
    scene(
      Effect.gen(function* () {
        yield* add(1)
        const [one, other] = [yield* WorkQueue, yield* another]
        const begun = yield* Deferred.make<void>()
        const hanging = yield* Effect.fork(
          work(one, () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
        )
        yield* Deferred.await(begun)
        assert.deepEqual(yield* work(other), [])
        yield* Fiber.interrupt(hanging)
        assert.deepEqual(yield* work(other), [])
        yield* TestClock.adjust("61 seconds")
        assert.deepEqual(yield* work(other), ["t000"])
      })
    )
  )
})

it.effect("the pause of a work item doubles from a minute to an hour", () =>
  Effect.sync(() =>
    assert.deepEqual(
      [1, 2, 3, 6, 7, 100].map((tries) => pauseAfter(tries) / 60_000),
      [1, 2, 4, 32, 60, 60]
    )
  )
)
