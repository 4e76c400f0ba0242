/** How many notifications are unread and how many things wait for an account, as columns of a statement about it. */
import type { SqlClient, Statement } from "@effect/sql"
import { MOST_NEEDS, needRows } from "../dashboard/needRows.server"
import { MOST_UNREAD } from "./unread"

export const waitingColumns = (
  sql: SqlClient.SqlClient,
  account: Statement.Fragment,
  now: number
): Statement.Fragment => sql`
  (SELECT COUNT(*) FROM (
    SELECT 1 FROM notifications n WHERE n.account_address = ${account} AND n.read_at IS NULL LIMIT ${MOST_UNREAD}
  ) told) AS unread,
  (SELECT COUNT(*) FROM (${needRows(sql, account, now)} LIMIT ${MOST_NEEDS}) due) AS needs`
