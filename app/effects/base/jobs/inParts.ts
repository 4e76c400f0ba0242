/**
 * Long lists: read in pages by key and processed in portions, so that requests get the event loop in between
 * (docs/decisions/0102-read-and-write-long-lists-in-parts.md).
 */
import { Chunk, Effect, Option, Stream } from "effect"

/**
 * Lets requests run between two portions of a long computation. The embedded database runs statements synchronously,
 * and `Effect.yieldNow` may continue before the event loop has polled for requests, so a job of a thousand items would
 * delay pages. A zero-length sleep waits for that poll with any scheduler.
 */
export const othersTurn: Effect.Effect<void> = Effect.sleep(0)

/** Rows per statement and per write; either takes some milliseconds. */
export const AT_ONCE = 200

/** Pages of a list, in its order. */
export type Parts<A, E = never, R = never> = Stream.Stream<ReadonlyArray<A>, E, R>

export interface Page<A, K> {
  readonly rows: ReadonlyArray<A>
  /** Key after which the next page begins; null on the last page. */
  readonly next: K | null
}

/** The key at which a page of `limit` rows ends; a shorter page is the last. */
export const pageOf = <A, K>(rows: ReadonlyArray<A>, limit: number, keyOf: (last: A) => K): Page<A, K> => {
  const last = rows.at(-1)
  return { rows, next: last === undefined || rows.length < limit ? null : keyOf(last) }
}

/**
 * Reads a list page by page as the consumer asks for it. Dies if a row has no key to continue from: rows would be
 * missing silently.
 */
export const readInPages = <A, K, E, R>(
  first: K,
  read: (after: K) => Effect.Effect<Page<A, K>, E, R>
): Parts<A, E, R> =>
  Stream.unfoldEffect({ after: first, isOver: false }, ({ after, isOver }) =>
    Effect.gen(function* () {
      if (isOver) return Option.none()
      const { next, rows } = yield* read(after)
      yield* othersTurn
      if (next === null) return Option.some([rows, { after, isOver: true }] as const)
      if (JSON.stringify(next) === JSON.stringify(after))
        return yield* Effect.dieMessage("a list has no key to go on from")
      return Option.some([rows, { after: next, isOver: false }] as const)
    })
  )

/** Splits a list in memory into portions. */
export const inParts = <A>(rows: ReadonlyArray<A>, atOnce = AT_ONCE): Parts<A> =>
  Stream.unfoldEffect(0, (from) =>
    from >= rows.length
      ? Effect.succeedNone
      : Effect.as(othersTurn, Option.some([rows.slice(from, from + atOnce), from + atOnce] as const))
  )

/** All rows of a list that is read in pages. */
export const readWhole = <A, E, R>(parts: Parts<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Stream.runCollect(parts), (pages) => Chunk.toReadonlyArray(pages).flat())

/** The first rows of a list, up to a limit: for facts that are needed before the first byte. */
export const readUpTo = <A, E, R>(most: number, parts: Parts<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Stream.runCollect(Stream.take(Stream.flattenIterables(parts), most)), Chunk.toReadonlyArray)

/** Rows that are computed between two polls for requests: some milliseconds. */
const MAPPED_AT_ONCE = 500

/** Maps a long list in memory, and lets requests run in between (docs/decisions/0102). */
export const mapInParts = <A, B>(rows: ReadonlyArray<A>, map: (row: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  Effect.gen(function* () {
    const mapped: Array<B> = []
    for (let from = 0; from < rows.length; from += MAPPED_AT_ONCE) {
      if (from > 0) yield* othersTurn
      for (const row of rows.slice(from, from + MAPPED_AT_ONCE)) mapped.push(map(row))
    }
    return mapped
  })
