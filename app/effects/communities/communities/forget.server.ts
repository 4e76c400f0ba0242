/** What becomes of communities and memberships of a removed account. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"

/** Drafts nobody else ever saw. */
export const archiveDrafts = (sql: SqlClient.SqlClient, owner: string, now: number) =>
  sql`UPDATE communities SET stage = 'archived', updated_at = ${now}
    WHERE owner_address = ${owner} AND stage = 'draft'`

/** Those that ended before, too. */
export const forgetMember = (sql: SqlClient.SqlClient, account: string) =>
  sql`UPDATE memberships SET name_key = account_address, application_note = NULL
    WHERE account_address = ${account}`
