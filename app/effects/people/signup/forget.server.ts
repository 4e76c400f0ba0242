/** Codes that were sent to a removed account. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"

export const forgetCodes = (sql: SqlClient.SqlClient, account: string) =>
  sql`DELETE FROM email_codes WHERE account_address = ${account}`
