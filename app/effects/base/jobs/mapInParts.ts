import { Effect } from "effect"
import { othersTurn } from "./othersTurn"

/** Rows that are computed between two polls for requests: some milliseconds. */
const AT_ONCE = 500

/** Maps a long list in memory, and lets requests run in between (docs/decisions/0102). */
export const mapInParts = <A, B>(rows: ReadonlyArray<A>, map: (row: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  Effect.gen(function* () {
    const mapped: Array<B> = []
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      if (from > 0) yield* othersTurn
      for (const row of rows.slice(from, from + AT_ONCE)) mapped.push(map(row))
    }
    return mapped
  })
