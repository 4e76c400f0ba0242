/** Rows of a section of a person's own data, read in pages by key, so that other requests run between two pages. */
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { Chunk, Effect, Option, Stream } from "effect"
import { othersTurn } from "~/effects/base/jobs/othersTurn"

/** Most rows of a section: more than anyone has written by hand. */
export const MOST = 50_000
/** Rows read by one statement. */
const PAGE = 500

type Row = Readonly<Record<string, unknown>>
type Rows<R> = Effect.Effect<ReadonlyArray<object>, SqlError, R>

/** SQL that a statement adds after its columns, and at its end. */
interface Cut {
  readonly keys: Fragment
  readonly page: Fragment
}
type Section<R> = Stream.Stream<Row, SqlError, R>

const rowOf = (found: object): Row => ({ ...found })

/** The camel-cased names of the key columns. */
const KEYS = ["keyA", "keyB", "keyC"] as const
const ALIASES = ["key_a", "key_b", "key_c"] as const

const isKey = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number"

const withoutKeys = (row: Row): Row => {
  const { keyA: _a, keyB: _b, keyC: _c, ...told } = row
  return told
}

export const makeSections = (sql: SqlClient.SqlClient) => {
  /** A section with few rows, read at once. */
  const whole = <R>(rows: Rows<R>): Section<R> =>
    Stream.fromIterableEffect(Effect.map(rows, (found) => found.map(rowOf)))

  /** @param by columns that identify a row and give the order; none of them is null. */
  const inPages = (by: ReadonlyArray<string>, select: (cut: Cut) => Rows<never>): Section<never> => {
    const names = sql.literal(by.join(", "))
    const keys = sql.literal(by.map((name, n) => `, ${name} AS ${ALIASES[n]}`).join(""))
    const order = sql` ORDER BY ${names} LIMIT ${PAGE}`
    const pageAfter = (after: ReadonlyArray<string | number>) =>
      after.length === 0 ? order : sql` AND (${names}) > (${sql.csv(after.map((key) => sql`${key}`))})${order}`
    return Stream.paginateChunkEffect([] as ReadonlyArray<string | number>, (after) =>
      Effect.gen(function* () {
        const rows = (yield* select({ keys, page: pageAfter(after) })).map(rowOf)
        yield* othersTurn
        const told = Chunk.fromIterable(rows.map(withoutKeys))
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return [told, Option.none<ReadonlyArray<string | number>>()]
        const next = KEYS.map((key) => last[key]).filter(isKey)
        // Without a complete key the next page could not be read, and rows would be missing silently.
        if (next.length !== by.length) return yield* Effect.dieMessage(`no key to go on from: ${by.join(", ")}`)
        return [told, Option.some(next)]
      })
    ).pipe(Stream.take(MOST))
  }
  return { whole, inPages }
}
