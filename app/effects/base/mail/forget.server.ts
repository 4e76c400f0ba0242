/** Letters to an address that have not left yet. Runs in the caller's transaction. */
import type { SqlClient } from "@effect/sql"

export const forgetUnsent = (sql: SqlClient.SqlClient, recipient: string) =>
  sql`DELETE FROM outbox WHERE recipient = ${recipient} AND sent_at IS NULL`
