/** Whether an account gets the digest, and the zone its morning is in. Both run in the caller's transaction. */
import type { SqlClient } from "@effect/sql"

export const chooseDigest = (sql: SqlClient.SqlClient, account: string, digest: boolean, timezone: string) =>
  sql`UPDATE users SET newsletter = ${digest ? 1 : 0}, timezone = ${timezone} WHERE account_address = ${account}`

export const endDigest = (sql: SqlClient.SqlClient, account: string) =>
  sql`UPDATE users SET newsletter = 0 WHERE account_address = ${account}`
