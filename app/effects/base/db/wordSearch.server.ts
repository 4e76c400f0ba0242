/** How the databases search stored texts: the one place to change for an index of words. */
import type { SqlClient } from "@effect/sql"
import { wordsOf } from "~/effects/base/text/fold"

/**
 * The conditions that a text, stored as `searchText` or `nameKey` folds it, contains each word of the search. An empty
 * search asks for nothing; one without letters and digits finds nothing.
 *
 * @param columns the texts, each of which may contain a word
 */
export const containsWords = (sql: SqlClient.SqlClient, q: string, ...columns: ReadonlyArray<string>) => {
  if (q === "") return []
  const words = wordsOf(q)
  if (words.length === 0) return [sql`1 = 0`]
  return words.map((word) => sql.or(columns.map((column) => sql`${sql.literal(column)} LIKE ${`%${word}%`}`)))
}
