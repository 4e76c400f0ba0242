/** A treasury's balances over time, from the changes of each day. Pure. */
import { type Amount, type AmountText, amountOf, formatAmount } from "~/ledger/amount"
import type { BalanceLine, BalancePoint } from "./view"

const DAY_MS = 86_400_000
/** With more days, each stretch of time shows its last one, so that points stay apart. */
export const MOST_POINTS = 60

export interface DayChange {
  readonly resource: string
  /** Days since 1970, UTC. */
  readonly day: number
  readonly change: Amount
}

/** The point with the highest balance. */
const highestOf = (points: ReadonlyArray<BalancePoint>): BalancePoint | null =>
  points.reduce<BalancePoint | null>(
    (best, point) => (best === null || amountOf(point.balance) > amountOf(best.balance) ? point : best),
    null
  )

/** The last point of each of `most` equal stretches of time; the first, the highest and the last always stay. */
export const thinned = (points: ReadonlyArray<BalancePoint>, most = MOST_POINTS): ReadonlyArray<BalancePoint> => {
  const [first] = points
  const last = points.at(-1)
  if (points.length <= most || first === undefined || last === undefined) return points
  const width = (last.at - first.at) / (most - 3)
  const highest = highestOf(points)
  const stretchOf = (index: number) => Math.floor(((points[index]?.at ?? 0) - first.at) / width)
  return points.filter(
    (point, index) =>
      index === 0 || point === highest || index === points.length - 1 || stretchOf(index) !== stretchOf(index + 1)
  )
}

/** The balance at the end of each day on which it moved, oldest first. */
const pointsOf = (days: ReadonlyArray<DayChange>): ReadonlyArray<BalancePoint> => {
  let balance = 0n
  return [...days]
    .sort((one, other) => one.day - other.day)
    .map(({ change, day }) => {
      balance += change
      return { at: day * DAY_MS, balance: formatAmount(balance) }
    })
}

/** One line for each of these tokens that ever moved, in this order. `held`: balances on the ledger now, if known. */
export const linesOf = (
  changes: ReadonlyArray<DayChange>,
  tokens: ReadonlyArray<{ readonly resource: string; readonly name: string; readonly held: AmountText | null }>
): ReadonlyArray<BalanceLine> =>
  tokens.flatMap(({ held, name, resource }) => {
    const all = pointsOf(changes.filter((change) => change.resource === resource))
    const [last, highest] = [all.at(-1), highestOf(all)]
    if (last === undefined || highest === null) return []
    const points = thinned(all)
    return [{ resource, name, points, highest, days: all.length, isBehind: held !== null && held !== last.balance }]
  })
