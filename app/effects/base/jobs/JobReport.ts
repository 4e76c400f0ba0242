/** What the operator reads of jobs. Isomorphic: the operators' page shows it. */
import { Schema } from "effect"

/** Times in Unix milliseconds. */
export interface JobReport {
  readonly name: string
  /** How often it runs: each minute or each hour. */
  readonly periodMs: number
  /** Since the beginning of the oldest minute (or hour) that it did not do; null while it never came to its end. */
  readonly lagMs: number | null
  /**
   * How far its stored end lies beyond what can be right; 0 where it can be. A server whose clock was ahead wrote it, and
   * the next look of any other takes the job over.
   */
  readonly aheadMs: number
  readonly isRunning: boolean
  readonly lastEndAt: number | null
  /** When it, or a part of it, last died, and of what. */
  readonly lastDeathAt: number | null
  readonly reason: string | null
  /** Pieces that died and are tried again later; not those that were set aside. */
  readonly setBack: number
}

/** A piece that died, or that was set back for another reason. */
export const SetBack = Schema.Struct({
  job: Schema.String,
  piece: Schema.String,
  /** Deaths in a row. */
  tries: Schema.Int,
  /** When it is tried again, Unix milliseconds. */
  nextAt: Schema.Number,
  reason: Schema.String,
  /** Since when no job tries it, by an operator's word; null where it is tried again. */
  setAsideAt: Schema.NullOr(Schema.Number)
})
export type SetBack = typeof SetBack.Type
