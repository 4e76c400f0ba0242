/**
 * Benchmark of docs/goals.md A14: the cost of a page must not grow with the amount of data. Opens every page that shows
 * a list by its own program, over a thousand rows of everything and over a million, then explains each of its
 * statements on the database: how much work it is, and whether it scans or sorts.
 */
import { atMost, type Goal } from "./goal"
import type { Place } from "./growth/databases"
import { FEW, type Growth, growthOn, MANY } from "./growth/measure"
import { onPostgres } from "./growth/postgres"
import { small } from "./growth/small"
import { onSqlite } from "./growth/sqlite"

interface Limits {
  /** Ratios: of one statement's work, and of a page's time. */
  readonly work: number
  readonly time: number
  /** Work below which the ratio is ignored. */
  readonly least: number
}

const isSmall = (text: string) => small.some(({ has }) => text.includes(has))
const ratioOf = ({ statements }: Growth, least: number) =>
  Math.max(1, ...statements.map(({ before, work }) => (work <= least ? 1 : work / Math.max(before, 1))))

/** Prints a row for each page, and each statement that fails. */
const reported = (growth: ReadonlyArray<Growth>, { least, work: limit }: Limits) => {
  console.table(
    growth.map((page) => ({
      page: page.name,
      statements: page.statements.length,
      few: page.few.statements.reduce((sum, { work }) => sum + work, 0),
      many: page.many.statements.reduce((sum, { work }) => sum + work, 0),
      ratio: Number(ratioOf(page, least).toFixed(2)),
      "ms, few": Number(page.few.took.toFixed(1)),
      "ms, many": Number(page.many.took.toFixed(1))
    }))
  )
  const wrong = new Map<string, string>()
  for (const { name, statements } of growth) {
    for (const { before, faults, text, work } of statements) {
      const named = isSmall(text) ? [] : faults
      const grows = work > least && work / Math.max(before, 1) > limit ? [`work ${before} -> ${work}`] : []
      if (named.length + grows.length > 0) wrong.set(text, `${name}: ${[...named, ...grows].join(", ")}: ${text}`)
    }
  }
  for (const line of wrong.values()) console.error(line)
  return wrong.size
}

const growthGoal =
  (make: () => Promise<Place | null>, limits: Limits): Goal =>
  async () => {
    const growth = await growthOn(make)
    if (growth === null)
      return { value: Number.NaN, limit: limits.work, ok: false, note: "this database is not available" }
    const wrong = reported(growth, limits)
    const worst = Math.max(...growth.map((page) => ratioOf(page, limits.least)))
    const slower = Math.max(...growth.map(({ few, many }) => many.took / few.took))
    const note = `work of the worst statement, ${MANY} rows of everything against ${FEW}, on ${growth.length} pages; \
${wrong} statements scan, sort or grow; a page's time at most ${slower.toFixed(2)} times (${limits.time})`
    const outcome = atMost(Number(worst.toFixed(3)), limits.work, note)
    return { ...outcome, ok: outcome.ok && wrong === 0 && slower <= limits.time }
  }

export const growth = growthGoal(async () => onSqlite(), { work: 1.1, time: 2, least: 0 })
/** One more page of a deeper index does not count as growth. */
export const growthPostgres = growthGoal(onPostgres, { work: 1.5, time: 2, least: 60 })
