/** Dates of a recurring payout: the same list each week or month until a date (docs/product/treasury.md). Pure. */
import { DAY_MS, monthsLater } from "~/effects/base/text/calendar"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { type Amount, type AmountText, amountOf, fits, formatAmount } from "~/ledger/amount"
import type { Distribution, Rhythm } from "../Distribution"
import { MOST_ROWS } from "../limits"

export const MOST_PAYOUTS = 60
const ALL_TOO_MUCH =
  "All payments together are more than the ledger can represent. Lower the amounts, or choose an earlier last day."

/** Why the ledger cannot represent the sum for one day or all days; null if it can. */
export const sumProblem = (total: Amount, rhythm: Rhythm | null): string | null => {
  if (!fits(total)) return "Together this is more than the ledger can hold. Lower the amounts, or leave rows out."
  return rhythm === null || fits(total * BigInt(payoutsOf(rhythm).length)) ? null : ALL_TOO_MUCH
}

/** Due dates, ascending; stops one above the limit if there are too many. */
export const payoutsOf = ({ every, first, last }: Rhythm): ReadonlyArray<number> => {
  const times: Array<number> = []
  // Counted from the first date each time, so that a short month does not shift the later ones.
  for (let n = 0; n <= MOST_PAYOUTS; n++) {
    const at = every === "week" ? first + n * 7 * DAY_MS : monthsLater(first, n)
    if (at > last) break
    times.push(at)
  }
  return times
}

/** Errors by field; null if there are none. `rows` and `total` are the payments of one day and their sum. */
export const rhythmProblem = (
  rhythm: Rhythm,
  { now, rows, total }: { readonly now: number; readonly rows: number; readonly total: Amount }
): Readonly<Record<string, string>> | null => {
  if (rhythm.first < Math.floor(now / DAY_MS) * DAY_MS) return { first: "This day has passed. Choose today or later." }
  if (rhythm.last < rhythm.first) return { last: "The last day is before the first." }
  const many = payoutsOf(rhythm).length
  if (many < 2) return { last: "That is only one payout. Choose a later last day, or pay once." }
  if (many > MOST_PAYOUTS) return { last: `At most ${MOST_PAYOUTS} payouts. Choose an earlier last day.` }
  if (many * rows > MOST_ROWS) {
    return {
      last: `${grouped(many * rows)} payments in all; at most ${grouped(MOST_ROWS)}. Choose an earlier last day.`
    }
  }
  if (!fits(total * BigInt(many))) return { last: ALL_TOO_MUCH }
  return null
}

/** For example "3 payouts, each month from 1 Dec 2026 to 1 Feb 2027". */
export const rhythmWords = (rhythm: Rhythm): string => {
  const times = payoutsOf(rhythm)
  const day = (at: number | undefined) => inUtc("day", at ?? rhythm.first)
  return `${times.length} payouts, each ${rhythm.every} from ${day(times[0])} to ${day(times.at(-1))}`
}

/** Total of all days. A draft stores the rows of one day, so it is multiplied. */
export const wholeTotal = ({ rhythm, state, total }: Pick<Distribution, "rhythm" | "state" | "total">): AmountText =>
  state === "draft" && rhythm !== null ? formatAmount(amountOf(total) * BigInt(payoutsOf(rhythm).length)) : total
