/** Which first steps an account has completed (docs/product/notifications.md), as rows. */
import type { SqlClient, Statement } from "@effect/sql"

export const stepRows = (sql: SqlClient.SqlClient, account: string): Statement.Fragment => sql`
    SELECT 'read' AS step WHERE EXISTS (
      SELECT 1 FROM read_marks WHERE account_address = ${account} AND target_type = 'proposal')
    UNION ALL SELECT 'vote' WHERE EXISTS (
      SELECT 1 FROM voters WHERE account_address = ${account} AND voted_at IS NOT NULL)
    UNION ALL SELECT 'letters' WHERE EXISTS (SELECT 1 FROM mail_choices WHERE account_address = ${account})`
