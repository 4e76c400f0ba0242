/** SQL fragments that find the prepared transaction of a key that is open or confirmed. */
import type { SqlClient, Statement } from "@effect/sql"

/** The prepared transaction `s` of a key that is not final. Same condition as the unique index on keys. */
export const aliveStep = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`s.once_key = ${key} AND s.state IN ('waiting', 'sent', 'committed', 'verified')`

/** The same if it is confirmed. With the state alone SQLite would read all confirmed ones of the site. */
export const provenStep = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`${aliveStep(sql, key)} AND s.state = 'verified'`
