/** Parts of statements that look for the one step of a key that is not over, or that is proven. */
import type { SqlClient, Statement } from "@effect/sql"

/** The step `s` of a key that is not over: the condition of the index on keys, which allows one. */
export const aliveStep = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`s.once_key = ${key} AND s.state IN ('waiting', 'sent', 'committed', 'verified')`

/** The same where it is proven. By that state alone SQLite would read all proven steps of the site. */
export const provenStep = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`${aliveStep(sql, key)} AND s.state = 'verified'`
