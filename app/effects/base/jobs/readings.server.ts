/** Metrics of jobs: how late each is, when it last finished and crashed, and its work items. */
import { Effect } from "effect"
import { gauges } from "~/effects/base/metrics/Family"
import type { Reading } from "~/effects/base/metrics/Reading"
import { JobReports } from "./JobReports.server"

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
