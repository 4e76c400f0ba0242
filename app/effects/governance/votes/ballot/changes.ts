/** How often one voter may replace their ballot in one vote (docs/product/votes.md). Pure. */
import { HOUR_MS } from "../proposal/lifeCycle"

export const CHANGES_AN_HOUR = 10
export const CHANGES_IN_ALL = 50

/** Stored ballots of one account in one vote that replaced another. */
export interface Changes {
  readonly made: number
  /** When the newest of them were prepared, at most `CHANGES_AN_HOUR`, in any order. Unix milliseconds. */
  readonly newest: ReadonlyArray<number>
}

export const NO_CHANGES: Changes = { made: 0, newest: [] }

/** Adds one change. */
export const oneMore = ({ made, newest }: Changes, at: number): Changes => ({
  made: made + 1,
  newest: [...newest, at].sort((one, other) => one - other).slice(-CHANGES_AN_HOUR)
})

export interface ChangesLeft {
  /** Number of changes that are possible now. */
  readonly now: number
  readonly inAll: number
  /** When the next change is possible, if the limit of an hour is reached. */
  readonly nextAt: number | null
}

export const changesLeft = ({ made, newest }: Changes, now: number): ChangesLeft => {
  const inAll = Math.max(0, CHANGES_IN_ALL - made)
  const lately = newest.filter((at) => at > now - HOUR_MS).sort((one, other) => other - one)
  const oldest = lately[CHANGES_AN_HOUR - 1]
  return {
    now: Math.min(inAll, CHANGES_AN_HOUR - lately.length),
    inAll,
    nextAt: inAll === 0 || oldest === undefined ? null : oldest + HOUR_MS
  }
}
