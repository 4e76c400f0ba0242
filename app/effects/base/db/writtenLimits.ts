/**
 * Writes limits as literals into statements for SQLite. With a bound limit SQLite plans the statement again each time
 * it runs, since the plan may depend on the value: for a statement of many parts that costs twenty times its execution
 * (docs/goals.md A9). Limits are page sizes, a handful of numbers, so each literal is planned once. Pure.
 */

/** Strings, comments and quoted names may contain question marks. */
const PARTS = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g
const BEFORE = /\b(?:LIMIT|OFFSET)\s*$/i
/** Statements to remember. There are some hundreds; lists of values of any length add more. */
const MOST = 1_000

/** The text before, between and after the limits' values, and the indexes of those values. */
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

/** Placeholders are `?` only; a limit that is not a whole number stays a bound value. */
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
