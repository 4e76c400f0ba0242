/**
 * What the operator asks about jobs: which lag behind or died, and which pieces were set back, why, and when they are
 * tried again (docs/operations.md, "Jobs"). Reads only; few rows, each with an index or a small table behind it.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
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

const PieceCount = Schema.Struct({
  job: Schema.String,
  /** Died, and are tried again later. */
  setBack: Schema.Int,
  /** Cannot go through yet, and are tried again each minute. */
  waiting: Schema.Int,
  /** A server works on them. */
  inWork: Schema.Int,
  /** Not tried, by an operator's word. */
  setAside: Schema.Int
})
export type PieceCount = typeof PieceCount.Type

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

export class JobReports extends Effect.Service<JobReports>()("effects/jobs/JobReports", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const rows = SqlSchema.findAll({
      Request: Schema.Void,
      Result: JobRow,
      execute: () => sql`SELECT name, period_ms, done_slot, leased_until, ended_at, died_at, reason,
          (SELECT CAST(COUNT(*) AS INTEGER) FROM job_pieces WHERE job = leases.name AND tries > 0
            AND set_aside_at IS NULL) AS set_back
        FROM leases WHERE period_ms IS NOT NULL ORDER BY name`
    })
    const setBack = SqlSchema.findAll({
      Request: Schema.Int,
      Result: SetBack,
      execute: (limit) => sql`SELECT job, piece, tries, next_at, reason, set_aside_at FROM job_pieces
        WHERE tries > 0
        ORDER BY CASE WHEN set_aside_at IS NULL THEN 0 ELSE 1 END, tries DESC, job, piece LIMIT ${limit}`
    })
    const counts = SqlSchema.findAll({
      Request: Schema.Number,
      Result: PieceCount,
      execute: (now) => sql`SELECT job,
          CAST(SUM(CASE WHEN tries > 0 AND set_aside_at IS NULL THEN 1 ELSE 0 END) AS INTEGER) AS set_back,
          CAST(SUM(CASE WHEN tries = 0 AND next_at > ${now} THEN 1 ELSE 0 END) AS INTEGER) AS waiting,
          CAST(SUM(CASE WHEN leased_until > ${now} THEN 1 ELSE 0 END) AS INTEGER) AS in_work,
          CAST(SUM(CASE WHEN set_aside_at IS NOT NULL THEN 1 ELSE 0 END) AS INTEGER) AS set_aside
        FROM job_pieces GROUP BY job ORDER BY job`
    })

    return {
      /** Every job that ran on any server of this database, by name. */
      jobs: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        return (yield* Effect.orDie(rows())).map((row) => toReport(row, now))
      }),
      /** Pieces that died and wait for their next try, the most tries first, then those that were set aside. */
      setBack: (limit: number) => Effect.orDie(setBack(limit)),
      /** How many pieces of each job stand in which state; a job without one is not listed. */
      counts: Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.orDie(counts(now)))
    }
  })
}) {}
