import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Logger, Queue, Redacted, Ref, TestClock } from "effect"
import { inject } from "vitest"
import { layerPostgres } from "~/effects/base/db/Sql.server"
import { JobReports } from "~/effects/base/jobs/JobReports.server"
import { inParts, type Job, pauseOf, runIfDue, runJobs } from "~/effects/base/jobs/Jobs.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { MovableClock } from "~/effects/local/MovableClock.server"
import { describeOnBothDatabases } from "../../../databases"
import { TODAY } from "../../people/signup/world"

const counting = (every: Job["every"] = "minute") =>
  Effect.map(Ref.make(0), (count) => ({
    count,
    job: { name: "count", every, run: Ref.update(count, (n) => n + 1) } satisfies Job
  }))

describeOnBothDatabases("Jobs", (database) => {
  const Live = Layer.merge(Leases.Default, JobReports.Default).pipe(
    Layer.provideMerge(database),
    Layer.provideMerge(Logger.remove(Logger.defaultLogger))
  )
  const scene = <A, E>(program: Effect.Effect<A, E, JobReports | Leases | SqlClient.SqlClient>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("run once a minute, however many servers poll and how often", () =>
    scene(
      Effect.gen(function* () {
        const { count, job } = yield* counting()
        const servers = Array.from({ length: 8 }, (_, n) => runIfDue(job, `server ${n}`))
        const ran = yield* Effect.all([...servers, ...servers], { concurrency: "unbounded" })
        assert.lengthOf(ran.filter(Boolean), 1)
        assert.strictEqual(yield* Ref.get(count), 1)
        yield* TestClock.adjust("1 minute")
        yield* Effect.all(servers, { concurrency: "unbounded" })
        assert.strictEqual(yield* Ref.get(count), 2)
      })
    )
  )

  it.effect("each run on their own schedule, whatever the others do", () =>
    scene(
      Effect.gen(function* () {
        const { count, job } = yield* counting("hour")
        const { count: other, job: minutely } = yield* counting()
        const check = Effect.zipRight(runIfDue(job, "a"), runIfDue({ ...minutely, name: "other" }, "b"))
        yield* Effect.repeatN(Effect.zipLeft(check, TestClock.adjust("1 minute")), 59)
        assert.strictEqual(yield* Ref.get(count), 1)
        assert.strictEqual(yield* Ref.get(other), 60)
      })
    )
  )

  it.effect("are retried by any server after they crashed", () =>
    scene(
      Effect.gen(function* () {
        const { count, job } = yield* counting("hour")
        assert.isTrue(yield* runIfDue({ ...job, run: Effect.die("out of paper") }, "a"))
        assert.isTrue(yield* runIfDue(job, "b"))
        assert.strictEqual(yield* Ref.get(count), 1)
        assert.isFalse(yield* runIfDue(job, "a"))
      })
    )
  )

  it.effect("do not start while the site is read-only, finish if they are running, and catch up afterwards", () =>
    scene(
      Effect.gen(function* () {
        const isReadOnly = yield* Ref.make(true)
        const [begun, ended] = [yield* Queue.unbounded<void>(), yield* Queue.unbounded<void>()]
        const release = yield* Deferred.make<void>()
        const run = Queue.offer(begun, undefined).pipe(
          Effect.zipRight(Deferred.await(release)),
          Effect.zipRight(Queue.offer(ended, undefined))
        )
        yield* runJobs([{ name: "count", every: "minute", run }], Ref.get(isReadOnly))
        yield* TestClock.adjust("3 minutes")
        assert.deepEqual(yield* (yield* JobReports).jobs, [])
        yield* Ref.set(isReadOnly, false)
        yield* TestClock.adjust("1 second")
        yield* Queue.take(begun)
        // It is running: making the site read-only does not cancel it.
        yield* Ref.set(isReadOnly, true)
        yield* Deferred.succeed(release, undefined)
        yield* Queue.take(ended)
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual(yield* Queue.size(begun), 0)
      }).pipe(Effect.scoped)
    )
  )

  it.effect("report to operators when they last ended, how far they lag and how they crashed", () =>
    scene(
      Effect.gen(function* () {
        const { jobs } = yield* JobReports
        const { job } = yield* counting()
        const began = TODAY - (TODAY % 60_000)
        yield* runIfDue({ ...job, run: Effect.die(new Error("out of paper")) }, "a")
        const [died] = yield* jobs
        const fresh = { name: "count", periodMs: 60_000, aheadMs: 0, isRunning: false }
        assert.deepEqual(died, {
          ...fresh,
          lagMs: TODAY - began,
          lastEndAt: null,
          lastDeathAt: TODAY,
          reason: "out of paper",
          setBack: 0
        })
        yield* TestClock.adjust("2 minutes")
        assert.strictEqual((yield* jobs)[0]?.lagMs, TODAY - began + 120_000)
        yield* runIfDue(job, "b")
        const [ended] = yield* jobs
        assert.deepInclude(ended, { ...fresh, lagMs: 0, lastEndAt: TODAY + 120_000, lastDeathAt: TODAY })
        const running = { ...job, run: Effect.map(jobs, ([row]) => assert.isTrue(row?.isRunning)) }
        yield* TestClock.adjust("1 minute")
        yield* runIfDue(running, "a")
        // Leases that belong to no job are not listed.
        yield* (yield* Leases).take(pauseOf("count"), "a", 1)
        assert.lengthOf(yield* jobs, 1)
      })
    )
  )

  it.effect("move to another server when theirs is gone", () =>
    scene(
      Effect.gen(function* () {
        const leases = yield* Leases
        const { count, job } = yield* counting()
        const slot = Math.floor(TODAY / 60_000)
        assert.isTrue(yield* leases.take(job.name, "gone", slot))
        assert.isFalse(yield* runIfDue(job, "b"))
        yield* TestClock.adjust("61 seconds")
        assert.isTrue(yield* runIfDue(job, "b"))
        assert.strictEqual(yield* Ref.get(count), 1)
        // The first server returns, and neither keeps the lease nor undoes the work.
        assert.isFalse(yield* leases.renew(job.name, "gone"))
        yield* leases.finish(job.name, "gone", slot + 5)
        yield* TestClock.adjust("1 minute")
        assert.isTrue(yield* runIfDue(job, "b"))
      })
    )
  )

  it.effect("are taken over immediately when a server with a fast clock stored an end in the future", () =>
    scene(
      Effect.gen(function* () {
        const leases = yield* Leases
        const { jobs } = yield* JobReports
        const { count, job } = yield* counting()
        const hourly = { ...job, name: "hourly", every: "hour" as const }
        const slotOf = (at: number, each: typeof job | typeof hourly) =>
          Math.floor(at / (each === job ? 60_000 : 3_600_000))
        const ahead = TODAY + 5 * 60_000
        yield* TestClock.setTime(ahead)
        yield* runIfDue(job, "ahead")
        yield* leases.take("hourly", "ahead", slotOf(ahead, hourly), 3_600_000)
        yield* TestClock.setTime(TODAY)
        const [left, held] = yield* jobs
        assert.deepInclude(held, { name: "hourly", isRunning: false, aheadMs: 300_000 })
        assert.strictEqual(left?.aheadMs, slotOf(ahead, job) * 60_000 - TODAY)
        assert.isTrue(yield* runIfDue(job, "right"))
        assert.isTrue(yield* runIfDue(hourly, "right"))
        assert.strictEqual(yield* Ref.get(count), 3)
        assert.deepStrictEqual(
          (yield* jobs).map(({ aheadMs, lagMs }) => [aheadMs, lagMs]),
          [
            [0, 0],
            [0, 0]
          ]
        )
        // Valid leases are left alone.
        assert.isFalse(yield* runIfDue(job, "another"))
      })
    )
  )

  it.effect("made of work items are joined by servers that arrive while another has the lease", () =>
    scene(
      Effect.gen(function* () {
        const leases = yield* Leases
        const { count, job } = yield* counting()
        const shared = { ...job, isShared: true as const }
        assert.isTrue(yield* leases.take(job.name, "another", Math.floor(TODAY / 60_000)))
        assert.isFalse(yield* runIfDue(job, "a"))
        assert.isTrue(yield* runIfDue(shared, "a"))
        assert.strictEqual(yield* Ref.get(count), 1)
        // A joining server does not take the lease from its holder.
        assert.isTrue(yield* leases.renew(job.name, "another"))
        assert.isTrue(yield* leases.take(pauseOf(job.name), "the demonstration", Math.floor(TODAY / 60_000)))
        assert.isFalse(yield* runIfDue(shared, "a"))
        yield* leases.giveBack(pauseOf(job.name), "the demonstration")
        assert.isTrue(yield* runIfDue({ ...shared, run: Effect.die("out of paper") }, "a"))
      })
    )
  )

  it.effect("continue with their other parts when one crashes, and count as crashed", () =>
    scene(
      Effect.gen(function* () {
        const { count, job } = yield* counting()
        const run = inParts({ first: Effect.die("out of paper"), second: job.run })
        assert.isTrue(yield* runIfDue({ ...job, run }, "a"))
        assert.strictEqual(yield* Ref.get(count), 1)
        assert.isTrue(yield* runIfDue({ ...job, run }, "b"))
        assert.isTrue(yield* runIfDue(job, "b"))
        assert.isFalse(yield* runIfDue(job, "b"))
        assert.strictEqual(yield* Ref.get(count), 3)
      })
    )
  )

  it.effect("hold their lease while they run, and stop when they lose it", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const started = yield* Deferred.make<void>()
        const stopped = yield* Deferred.make<void>()
        const run = Deferred.succeed(started, undefined).pipe(
          Effect.zipRight(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(stopped, undefined))
        )
        const running = yield* Effect.fork(runIfDue({ name: "long", every: "minute", run }, "a"))
        yield* Deferred.await(started)
        const until = Effect.map(
          sql<{ readonly leasedUntil: number }>`SELECT leased_until FROM leases WHERE name = 'long'`,
          (rows) => rows[0]?.leasedUntil ?? 0
        )
        assert.strictEqual(yield* until, TODAY + 60_000)
        yield* sql`UPDATE leases SET holder = 'another'`
        yield* TestClock.adjust("20 seconds")
        yield* Deferred.await(stopped)
        yield* Fiber.join(running)
        assert.deepStrictEqual(yield* sql`SELECT holder FROM leases`, [{ holder: "another" }])
      })
    )
  )
})

/** Another server's own connections to the database of a test. */
const secondClient = (server: string) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly name: string }>`SELECT current_database() AS name`
      const url = new URL(server)
      url.pathname = `/${row?.name}`
      return layerPostgres(Redacted.make(url.href))
    })
  ).pipe(Layer.orDie)

describeOnBothDatabases("Two servers on one database", (database) => {
  const server = inject("postgres")

  it.live("run each job once a minute between them", () =>
    Effect.gen(function* () {
      const clock = yield* MovableClock
      const here = yield* SqlClient.SqlClient
      const isPostgres = yield* here.onDialectOrElse({
        pg: () => Effect.succeed(true),
        orElse: () => Effect.succeed(false)
      })
      const jobs = yield* Effect.forEach(["sweep", "digests", "emails"], (name) =>
        Effect.map(Effect.all([counting(), Queue.unbounded<void>()]), ([{ count, job }, runs]) => ({
          count,
          runs,
          job: { name, every: "minute", run: Effect.zipRight(job.run, Queue.offer(runs, undefined)) } satisfies Job
        }))
      )
      const start = runJobs(jobs.map(({ job }) => job))
      const other = isPostgres && server !== null ? secondClient(server) : Layer.succeed(SqlClient.SqlClient, here)
      yield* Layer.launch(Layer.scopedDiscard(start).pipe(Layer.provide(Leases.Default))).pipe(Effect.forkScoped)
      yield* Layer.launch(
        Layer.scopedDiscard(start).pipe(Layer.provide(Layer.fresh(Leases.Default)), Layer.provide(other))
      ).pipe(Effect.forkScoped)
      // A job that ran twice in one minute would have more runs than minutes by the end.
      for (let minute = 0; minute < 3; minute++) {
        yield* Effect.forEach(jobs, ({ runs }) => Queue.take(runs))
        yield* clock.advance(Duration.minutes(1))
      }
      yield* Effect.forEach(jobs, ({ runs }) => Queue.take(runs))
      const counts = yield* Effect.forEach(jobs, ({ count }) => Ref.get(count))
      assert.deepStrictEqual(counts, [4, 4, 4])
      assert.deepStrictEqual(yield* here`SELECT COUNT(*) AS jobs FROM leases`, [{ jobs: 3 }])
    }).pipe(Effect.scoped, Effect.provide(database.pipe(Layer.provideMerge(MovableClock.layerMemory))))
  )
})
