/** How many notifications are unread and how many things wait for an account, read together with its session. */
import { Layer } from "effect"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import { WaitingColumns } from "~/effects/people/wallet-session/SessionsRepo.server"
import { MOST_NEEDS, needRows } from "./needRows.server"

export const WaitingColumnsLive = Layer.succeed(
  WaitingColumns,
  (sql, account, now) => sql`
  (SELECT COUNT(*) FROM (
    SELECT 1 FROM notifications n WHERE n.account_address = ${account} AND n.read_at IS NULL LIMIT ${MOST_UNREAD}
  ) told) AS unread,
  (SELECT COUNT(*) FROM (${needRows(sql, account, now)} LIMIT ${MOST_NEEDS}) due) AS needs`
)
