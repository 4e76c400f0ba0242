/**
 * Reports on jobs for the operator: which are late or crashed, and which work items are rescheduled, why and until when
 * (docs/operations.md, "Jobs"). Read-only; each query reads few rows by an index or from a small table.
 */
import { Clock, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { gauges, type Reading } from "~/effects/base/metrics/Family"
import { type JobReport, SetBack } from "./JobReport"
import { aheadOf, latestEnd } from "./Leases.server"

const JobRow = Schema.Struct({
  name: Schema.String,
  periodMs: Schema.Number,
  doneSlot: Schema.Number,
  leasedUntil: Schema.Number,
  endedAt: Schema.NullOr(Schema.Number),
  diedAt: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(Schema.String),
  setBack: Schema.Int
})

const WorkItemCount = Schema.Struct({
  job: Schema.String,
  /** Crashed, and will be retried. */
  setBack: Schema.Int,
  /** Cannot succeed yet, and is retried each minute. */
  waiting: Schema.Int,
  /** A server is working on it. */
  inWork: Schema.Int,
  /** Set aside by an operator, so not tried. */
  setAside: Schema.Int
})
export type WorkItemCount = typeof WorkItemCount.Type

const toReport = (
  { diedAt, doneSlot, endedAt, leasedUntil, name, periodMs, reason, setBack }: typeof JobRow.Type,
  now: number
) =>
  ({
    name,
    periodMs,
    lagMs: doneSlot < 0 ? null : Math.max(0, now - (doneSlot + 1) * periodMs),
    aheadMs: aheadOf({ doneSlot, leasedUntil, periodMs }, now),
    isRunning: leasedUntil > now && leasedUntil <= latestEnd(now),
    lastEndAt: endedAt,
    lastDeathAt: diedAt,
    reason,
    setBack
  }) satisfies JobReport

export class JobReports extends Effect.Service<JobReports>()("base/jobs/JobReports", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const rows = findAll({
      Request: Schema.Void,
      Result: JobRow,
      execute: () => sql`SELECT name, period_ms, done_slot, leased_until, ended_at, died_at, reason,
          (SELECT CAST(COUNT(*) AS INTEGER) FROM work_items WHERE job = leases.name AND tries > 0
            AND set_aside_at IS NULL) AS set_back
        FROM leases WHERE period_ms IS NOT NULL ORDER BY name`
    })
    const setBack = findAll({
      Request: Schema.Int,
      Result: SetBack,
      execute: (limit) => sql`SELECT job, item, tries, next_at, reason, set_aside_at FROM work_items
        WHERE tries > 0
        ORDER BY CASE WHEN set_aside_at IS NULL THEN 0 ELSE 1 END, tries DESC, job, item LIMIT ${limit}`
    })
    const counts = findAll({
      Request: Schema.Number,
      Result: WorkItemCount,
      execute: (now) => sql`SELECT job,
          CAST(SUM(CASE WHEN tries > 0 AND set_aside_at IS NULL THEN 1 ELSE 0 END) AS INTEGER) AS set_back,
          CAST(SUM(CASE WHEN tries = 0 AND next_at > ${now} THEN 1 ELSE 0 END) AS INTEGER) AS waiting,
          CAST(SUM(CASE WHEN leased_until > ${now} THEN 1 ELSE 0 END) AS INTEGER) AS in_work,
          CAST(SUM(CASE WHEN set_aside_at IS NOT NULL THEN 1 ELSE 0 END) AS INTEGER) AS set_aside
        FROM work_items GROUP BY job ORDER BY job`
    })

    return {
      /** Every job that has run on any server of this database, by name. */
      jobs: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        return (yield* rows()).map((row) => toReport(row, now))
      }),
      /** Crashed work items, the most tries first, then those that were set aside. */
      setBack: (limit: number) => setBack(limit),
      /** Number of work items of each job by state; jobs without any are not listed. */
      counts: Effect.flatMap(Clock.currentTimeMillis, (now) => counts(now))
    }
  })
}) {}

/** Metrics of jobs: how late each is, when it last finished and crashed, and its work items. */
export const jobReading = Effect.map(JobReports, ({ counts, jobs }): Reading => {
  const families = Effect.gen(function* () {
    const all = yield* jobs
    const items = yield* counts
    const times = (of: (job: (typeof all)[number]) => number | null) =>
      all.flatMap((job) => {
        const time = of(job)
        return time === null ? [] : [{ labels: { job: job.name }, value: time / 1_000 }]
      })
    const states = [
      ["rescheduled", "setBack"],
      ["waiting", "waiting"],
      ["in work", "inWork"],
      ["set aside", "setAside"]
    ] as const
    return [
      gauges(
        "commonhold_job_lag_seconds",
        "Since a job should have run; 0 if it is on time.",
        times((job) => job.lagMs)
      ),
      gauges(
        "commonhold_job_ahead_seconds",
        "How far a job's stored end is beyond the latest plausible time; 0 if it is plausible.",
        times((job) => job.aheadMs)
      ),
      gauges(
        "commonhold_job_period_seconds",
        "How often a job runs.",
        times((job) => job.periodMs)
      ),
      gauges(
        "commonhold_job_last_end_timestamp_seconds",
        "When a job last finished.",
        times((job) => job.lastEndAt)
      ),
      gauges(
        "commonhold_job_last_death_timestamp_seconds",
        "When a job last crashed.",
        times((job) => job.lastDeathAt)
      ),
      gauges(
        "commonhold_work_items",
        "Work items of a job that crashed, cannot succeed yet, are in progress, or were set aside.",
        items.flatMap((item) => states.map(([state, key]) => ({ labels: { job: item.job, state }, value: item[key] })))
      )
    ]
  })
  return { name: "jobs", families }
})
