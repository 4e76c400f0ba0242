import type { SqlClient } from "@effect/sql"

/** Those who have not claimed from this run are told now. Answers no row where that was done before. */
export const markReminded = (sql: SqlClient.SqlClient, id: string) =>
  sql`UPDATE distributions SET reminded = 1 WHERE id = ${id} AND reminded = 0 RETURNING id`
