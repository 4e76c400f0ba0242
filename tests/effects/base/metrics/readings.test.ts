/** Collectors of jobs and e-mails. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, TestClock } from "effect"
import { JobReports, jobReading } from "~/effects/base/jobs/JobReports.server"
import { type Job, runIfDue } from "~/effects/base/jobs/Jobs.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { outboxReading } from "~/effects/base/mail/OutboxRepo.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/wallet-session/world"
import { valuesOf } from "./values"

/** Fields that the outbox does not read here. */
const unread = { messageId: "", recipient: "ada@example.org", subject: "", body: "", leaveUrl: null }

describeOnBothDatabases("job and e-mail metrics", (database) => {
  const world = Layer.mergeAll(Leases.Default, JobReports.Default, Outbox.Default).pipe(
    Layer.provide(Layer.succeed(Settings, settings)),
    Layer.provideMerge(database),
    Layer.provideMerge(Logger.remove(Logger.defaultLogger))
  )

  it.effect("report how late a job is, when it ended and when it crashed", () =>
    Effect.gen(function* () {
      const figures = Effect.flatMap(jobReading, valuesOf)
      yield* TestClock.setTime(600_000)
      let isWell = true
      const job: Job = {
        name: "bonds",
        every: "minute",
        run: Effect.suspend(() => (isWell ? Effect.void : Effect.dieMessage("no")))
      }
      assert.deepStrictEqual(yield* figures, {})
      yield* runIfDue(job, "server")
      assert.deepStrictEqual(yield* figures, {
        "commonhold_job_ahead_seconds bonds": 0,
        "commonhold_job_lag_seconds bonds": 0,
        "commonhold_job_period_seconds bonds": 60,
        "commonhold_job_last_end_timestamp_seconds bonds": 600
      })
      isWell = false
      yield* TestClock.adjust("3 minutes")
      yield* runIfDue(job, "server")
      assert.deepInclude(yield* figures, {
        "commonhold_job_lag_seconds bonds": 120,
        "commonhold_job_last_end_timestamp_seconds bonds": 600,
        "commonhold_job_last_death_timestamp_seconds bonds": 780
      })
    }).pipe(Effect.provide(world))
  )

  it.effect("report how many e-mails wait and how long the oldest has been due", () =>
    Effect.gen(function* () {
      const figures = Effect.flatMap(outboxReading, valuesOf)
      const outbox = yield* Outbox
      assert.deepStrictEqual(yield* figures, { commonhold_outbox_waiting: 0, commonhold_outbox_overdue_seconds: 0 })
      yield* outbox.write({ to: "ada@example.org", subject: "One", text: "One" })
      yield* TestClock.adjust("30 seconds")
      yield* outbox.write({ to: "ada@example.org", subject: "Two", text: "Two" })
      assert.deepStrictEqual(yield* figures, { commonhold_outbox_waiting: 2, commonhold_outbox_overdue_seconds: 30 })
      const [first, second] = yield* outbox.take
      if (first === undefined || second === undefined) return assert.fail("two emails are due")
      yield* outbox.settle({ ...unread, ...first })
      yield* outbox.putBack(second, "busy", false)
      assert.deepStrictEqual(yield* figures, { commonhold_outbox_waiting: 1, commonhold_outbox_overdue_seconds: 0 })
    }).pipe(Effect.provide(world))
  )
})
