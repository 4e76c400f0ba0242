/** The period of a statement: a month or a year, in UTC. Pure: pages load this file. */
import { inUtc } from "~/effects/base/text/moments"

export interface Period {
  readonly kind: "month" | "year"
  /** As in addresses: "2026-11" or "2026". */
  readonly name: string
  /** Unix milliseconds; `to` is the first moment after it. */
  readonly from: number
  readonly to: number
}

const month = (year: number, index: number): Period => ({
  kind: "month",
  name: `${year}-${String(index + 1).padStart(2, "0")}`,
  from: Date.UTC(year, index),
  to: Date.UTC(year, index + 1)
})

const year = (of: number): Period => ({ kind: "year", name: String(of), from: Date.UTC(of), to: Date.UTC(of + 1) })

export const monthAt = (at: number): Period => month(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth())
export const yearAt = (at: number): Period => year(new Date(at).getUTCFullYear())

/** "2026-11" is a month, "2026" a year; null for anything else. Years have four digits, from 1970 on. */
export const periodNamed = (name: string): Period | null => {
  const match = /^((?:19[7-9]|[2-9]\d\d)\d)(?:-(0[1-9]|1[0-2]))?$/.exec(name)
  if (match === null) return null
  return match[2] === undefined ? year(Number(match[1])) : month(Number(match[1]), Number(match[2]) - 1)
}

/** "November 2026", "2026". */
export const periodTitle = ({ from, kind, name }: Period): string =>
  kind === "year" ? name : inUtc("wholeMonth", from)

export const periodBefore = ({ from, kind }: Period): Period => (kind === "month" ? monthAt : yearAt)(from - 1)
export const periodAfter = ({ kind, to }: Period): Period => (kind === "month" ? monthAt : yearAt)(to)

/** It has not ended yet. */
export const isRunning = ({ to }: Period, now: number): boolean => now < to

/** The months of a year that lie, even in part, between two moments. */
export const monthsOf = ({ from, to }: Period, first: number, last: number): ReadonlyArray<Period> => {
  const months: Array<Period> = []
  for (let each = monthAt(from); each.from < to; each = periodAfter(each)) {
    if (each.to > first && each.from <= last) months.push(each)
  }
  return months
}

/** `month=2026-11` or `year=2026`. */
export const periodSearch = ({ kind, name }: Pick<Period, "kind" | "name">): string => `${kind}=${name}`
