/** Communities a removed account was asked to take over. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"

export const forgetHandOvers = (sql: SqlClient.SqlClient, account: string) =>
  sql`DELETE FROM hand_overs WHERE to_account = ${account}`
