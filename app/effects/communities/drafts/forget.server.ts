/** All drafts of a removed account. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"

export const forgetDrafts = (sql: SqlClient.SqlClient, account: string) =>
  sql`DELETE FROM drafts WHERE account_address = ${account}`
