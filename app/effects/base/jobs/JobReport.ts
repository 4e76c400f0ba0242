/** A job's state as operators see it. Isomorphic: the operators' page shows it. */
import { Schema } from "effect"

/** Times in Unix milliseconds. */
export interface JobReport {
  readonly name: string
  /** Period: each minute or each hour. */
  readonly periodMs: number
  /** Since the beginning of the oldest minute (or hour) that it missed; null if it has never finished. */
  readonly lagMs: number | null
  /**
   * How far its stored end is beyond the latest plausible time, in milliseconds; 0 if it is plausible. A server whose
   * clock was ahead wrote it, and the next poll of any other server takes the job over.
   */
  readonly aheadMs: number
  readonly isRunning: boolean
  readonly lastEndAt: number | null
  /** When the job or one of its work items last crashed, and why. */
  readonly lastDeathAt: number | null
  readonly reason: string | null
  /** Work items that crashed and will be retried; without those that operators set aside. */
  readonly setBack: number
}

/** A work item that crashed or was rescheduled for another reason. */
export const SetBack = Schema.Struct({
  job: Schema.String,
  item: Schema.String,
  /** Consecutive crashes. */
  tries: Schema.Int,
  /** Next try, in Unix milliseconds. */
  nextAt: Schema.Number,
  reason: Schema.String,
  /** When an operator set it aside, so that no job tries it; null while it is tried. */
  setAsideAt: Schema.NullOr(Schema.Number)
})
export type SetBack = typeof SetBack.Type
