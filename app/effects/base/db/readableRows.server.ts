/**
 * Lists of rows of which one may be damaged. It is left out, and said in the log: its own page says why. It takes no list
 * with it.
 */
import { Cause, Effect, type ParseResult, Schema } from "effect"
import { logDied } from "./storageLog.server"

/** Those that can be read, and the others as they are stored. `message` is the line of the log for each of the others. */
const sortEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const decode = Schema.decodeUnknown(row)
  const log = (error: ParseResult.ParseError) => logDied(message)(Cause.die(error))
  return <Raw>(rows: ReadonlyArray<Raw>) =>
    Effect.partition(rows, (each) => Effect.mapError(Effect.tapError(decode(each), log), () => each))
}

/** Those that can be read. `message` is the line of the log for each of the others. */
export const decodeEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const sort = sortEach(row, message)
  return (rows: ReadonlyArray<unknown>) => Effect.map(sort(rows), ([, readable]) => readable)
}

interface Paged<Raw, K, A, I, E, R> {
  readonly after: K
  readonly limit: number
  readonly read: (after: K) => Effect.Effect<ReadonlyArray<Raw>, E, R>
  readonly row: Schema.Schema<A, I>
  /** The line of the log for each that cannot be read. */
  readonly message: string
  /** Where what comes after a row begins. */
  readonly keyOf: (row: Raw) => K
}

/**
 * A page of a list. The next rows take the places of those that cannot be read: only the last page is not full.
 * `leftOut` are those before its last row.
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
