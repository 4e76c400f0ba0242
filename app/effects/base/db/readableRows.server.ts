/**
 * Reads lists in which a row may be damaged. The damaged row is left out and logged instead of failing the list; its
 * own page reports the problem.
 */
import { Cause, Effect, type ParseResult, Schema } from "effect"
import { logDied } from "./storageFailure.server"

/** Returns the readable rows, and the others as they are stored. `message` is the log line for each unreadable row. */
const sortEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const decode = Schema.decodeUnknown(row)
  const log = (error: ParseResult.ParseError) => logDied(message)(Cause.die(error))
  return <Raw>(rows: ReadonlyArray<Raw>) =>
    Effect.partition(rows, (each) => Effect.mapError(Effect.tapError(decode(each), log), () => each))
}

/** Returns the readable rows. `message` is the log line for each unreadable row. */
export const decodeEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const sort = sortEach(row, message)
  return (rows: ReadonlyArray<unknown>) => Effect.map(sort(rows), ([, readable]) => readable)
}

interface Paged<Raw, K, A, I, E, R> {
  readonly after: K
  readonly limit: number
  readonly read: (after: K) => Effect.Effect<ReadonlyArray<Raw>, E, R>
  readonly row: Schema.Schema<A, I>
  /** Log line for each unreadable row. */
  readonly message: string
  /** The cursor after a row. */
  readonly keyOf: (row: Raw) => K
}

/**
 * One page of a list. Later rows take the places of unreadable ones, so that only the last page is not full. `leftOut`
 * contains the unreadable rows before its last row.
 */
export const fillPage = Effect.fnUntraced(function* <Raw, K, A, I, E, R>(page: Paged<Raw, K, A, I, E, R>) {
  const { keyOf, limit, message, read, row } = page
  const sort = sortEach(row, message)
  const [found, leftOut]: [Array<A>, Array<Raw>] = [[], []]
  for (let after = page.after; ; ) {
    const rows = yield* read(after)
    const [unreadable, readable] = yield* sort(rows)
    found.push(...readable)
    leftOut.push(...unreadable)
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit || found.length >= limit) {
      return { rows: found.slice(0, limit), leftOut }
    }
    after = keyOf(last)
  }
})
