/**
 * Postgres collects new words of a GIN index in a list, which each word of a question reads from its beginning until a
 * vacuum empties it. A search for similar words has hundreds of words: 1.7 s with a full list, 0.08 s without one, of
 * 100,000 texts. Words are therefore added to the index as they are written.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const searchIndexAtOnce = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.zipRight(
        sql`ALTER INDEX search_entries_words SET (fastupdate = off)`,
        sql`SELECT gin_clean_pending_list('search_entries_words')`
      ),
    orElse: () => Effect.void
  })
})
