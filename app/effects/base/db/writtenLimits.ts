/**
 * Limits written into the text of a statement for SQLite. Where a limit is a bound value, SQLite plans the statement
 * anew each time it runs, since the plan may depend on it: for a statement of many parts twenty times the work of running it
 * (docs/goals.md, A9). Limits are sizes of pages, a handful of numbers, so a written one is planned once. Pure.
 */

/** Texts, comments and quoted names may hold question marks of their own. */
const PARTS = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g
const BEFORE = /\b(?:LIMIT|OFFSET)\s*$/i
/** Statements that are remembered. There are some hundreds of them; lists of values of any length make more. */
const MOST = 1_000

/** The text before, between and after the values of limits, and which of the values those are. */
interface Shape {
  readonly pieces: ReadonlyArray<string>
  readonly limits: ReadonlyArray<number>
}

const shapeOf = (sql: string): Shape => {
  const pieces: Array<string> = []
  const limits: Array<number> = []
  let [from, values] = [0, 0]
  for (const { 0: part, index } of sql.matchAll(PARTS)) {
    if (part !== "?") continue
    if (BEFORE.test(sql.slice(Math.max(0, index - 10), index))) {
      pieces.push(sql.slice(from, index))
      limits.push(values)
      from = index + 1
    }
    values += 1
  }
  return { pieces: [...pieces, sql.slice(from)], limits }
}

export type Asked = readonly [sql: string, values: ReadonlyArray<unknown>]

/** `?` are the only places for values; a limit that is no whole number stays a value. */
export const makeWrittenLimits = (): ((sql: string, values: ReadonlyArray<unknown>) => Asked) => {
  const shapes = new Map<string, Shape>()
  const known = (sql: string) => {
    const shape = shapes.get(sql) ?? shapeOf(sql)
    if (shapes.size < MOST) shapes.set(sql, shape)
    return shape
  }
  return (sql, values) => {
    const { limits, pieces } = known(sql)
    if (limits.length === 0 || !limits.every((n) => Number.isSafeInteger(values[n]))) return [sql, values]
    const text = pieces.map((piece, n) => (n < limits.length ? `${piece}${values[limits[n] ?? 0]}` : piece)).join("")
    return [text, values.filter((_, n) => !limits.includes(n))]
  }
}
