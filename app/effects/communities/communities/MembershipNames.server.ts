/** What members are sorted and found by. Called with a change of the name, in its transaction. */
import type { SqlClient } from "@effect/sql"

/** Of one account in all its communities; without an account, what an address goes by (D-17). */
export const keepMemberName = (sql: SqlClient.SqlClient, account: string) => sql`
  UPDATE memberships SET name_key = COALESCE(
    (SELECT u.username_key FROM users u WHERE u.account_address = ${account} AND u.status = 'active'),
    account_address)
  WHERE account_address = ${account}`
