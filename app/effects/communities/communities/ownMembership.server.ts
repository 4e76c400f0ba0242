/** What a member keeps about a community: how much of it they are told, and how far they have read. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { CommunityChoice } from "~/effects/activity/notifications/communityChoice"

export const chooseNews = Effect.fn("chooseNews")(function* (
  account: string,
  communityId: string,
  choice: CommunityChoice
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE memberships SET notifications = ${choice}
    WHERE account_address = ${account} AND community_id = ${communityId} AND status = 'active'`
}, Effect.orDie)

/** Everything written until now counts as read. */
export const markReadUntil = (sql: SqlClient.SqlClient, account: string, communityId: string, now: number) =>
  sql`UPDATE memberships SET last_read_at = ${now}
    WHERE community_id = ${communityId} AND account_address = ${account}`
