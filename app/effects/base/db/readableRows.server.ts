/**
 * Lists of rows of which one may be damaged. It is left out, and said in the log: its own page says why. It takes no list
 * with it.
 */
import { Array as Arr, Cause, Effect, type ParseResult, Schema } from "effect"
import { logDied } from "./storageLog.server"

/** Those that can be read. `message` is the line of the log for each of the others. */
export const decodeEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const decode = Schema.decodeUnknown(row)
  const log = (error: ParseResult.ParseError) => logDied(message)(Cause.die(error))
  return (rows: ReadonlyArray<unknown>) =>
    Effect.map(
      Effect.forEach(rows, (each) => Effect.option(Effect.tapError(decode(each), log))),
      Arr.getSomes
    )
}

interface Paged<Raw, A, K, E, R> {
  readonly after: K
  readonly limit: number
  readonly read: (after: K) => Effect.Effect<ReadonlyArray<Raw>, E, R>
  readonly decode: (rows: ReadonlyArray<Raw>) => Effect.Effect<ReadonlyArray<A>>
  /** Where what comes after a row begins. */
  readonly keyOf: (row: Raw) => K
}

/** A page of a list. The next rows take the places of those that cannot be read: only the last page is not full. */
export const fillPage = Effect.fnUntraced(function* <Raw, A, K, E, R>(page: Paged<Raw, A, K, E, R>) {
  const { decode, keyOf, limit, read } = page
  const found: Array<A> = []
  for (let after = page.after; ; ) {
    const rows = yield* read(after)
    found.push(...(yield* decode(rows)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit || found.length >= limit) return found.slice(0, limit)
    after = keyOf(last)
  }
})
