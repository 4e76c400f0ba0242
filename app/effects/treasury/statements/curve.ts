/** Chart of the balance of the token that moved most. Pure: pages load this file. */
import { type Amount, type AmountText, formatAmount } from "~/ledger/amount"
import type { Held } from "./sums"

const DAY_MS = 86_400_000
/** Points that a chart has room for; with more days, each point stands for a week. */
const MOST_POINTS = 62

export interface CurvePoint {
  readonly at: number
  /** Balance from this moment on. */
  readonly balance: AmountText
}

export interface Curve {
  readonly name: string
  /** The opening balance, then the last balance of each day or week in which the token moved; ascending. */
  readonly points: ReadonlyArray<CurvePoint>
  readonly highest: CurvePoint
  readonly lowest: CurvePoint
}

interface Row {
  readonly at: number
  readonly resource: string
}

const busiest = (rows: ReadonlyArray<Row>): string | undefined => {
  const counts = new Map<string, number>()
  for (const { resource } of rows) counts.set(resource, (counts.get(resource) ?? 0) + 1)
  return [...counts].reduce<readonly [string, number] | undefined>(
    (best, each) => (best === undefined || each[1] > best[1] ? each : best),
    undefined
  )?.[0]
}

type Known = readonly [at: number, balance: Amount]

const lastOfEach = (known: ReadonlyArray<Known>, span: number): ReadonlyArray<Known> => {
  const last = new Map<number, Known>()
  for (const each of known) last.set(Math.floor(each[0] / span), each)
  return [...last.values()]
}

const pointOf = ([at, balance]: Known): CurvePoint => ({ at, balance: formatAmount(balance) })

/** `balances`: the balance after each row, in order. Null if nothing moved. */
export const curveOf = (
  {
    balances,
    from,
    held,
    rows
  }: {
    readonly rows: ReadonlyArray<Row>
    readonly balances: ReadonlyArray<Amount>
    readonly held: Held
    readonly from: number
  },
  nameOf: (resource: string) => string
): Curve | null => {
  const resource = busiest(rows)
  if (resource === undefined) return null
  const moved = rows.flatMap(
    (row, index): ReadonlyArray<Known> => (row.resource === resource ? [[row.at, balances[index] ?? 0n]] : [])
  )
  const days = lastOfEach(moved, DAY_MS)
  const opening: Known = [from, held.get(resource) ?? 0n]
  const all = [opening, ...moved]
  const highest = all.reduce((best, each) => (each[1] > best[1] ? each : best))
  const lowest = all.reduce((best, each) => (each[1] < best[1] ? each : best))
  const shown = days.length > MOST_POINTS ? lastOfEach(moved, 7 * DAY_MS) : days
  return {
    name: nameOf(resource),
    points: [opening, ...shown].map(pointOf),
    highest: pointOf(highest),
    lowest: pointOf(lowest)
  }
}
