/** A member's own settings for a community: which notifications they get, and how far they have read. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { CommunityChoice } from "~/effects/activity/notifications/communityChoice"

export class OwnMemberships extends Effect.Service<OwnMemberships>()("communities/communities/OwnMemberships", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** For an active member; otherwise nothing changes. */
    const chooseNews = Effect.fn("OwnMemberships.chooseNews")(function* (
      account: string,
      communityId: string,
      choice: CommunityChoice
    ) {
      yield* sql`UPDATE memberships SET notifications = ${choice}
        WHERE account_address = ${account} AND community_id = ${communityId} AND status = 'active'`
    }, Effect.orDie)

    /** Marks everything written until this time as read. */
    const markReadUntil = Effect.fn("OwnMemberships.markReadUntil")(function* (
      account: string,
      communityId: string,
      until: number
    ) {
      yield* sql`UPDATE memberships SET last_read_at = ${until}
        WHERE community_id = ${communityId} AND account_address = ${account}`
    }, Effect.orDie)

    return { chooseNews, markReadUntil }
  })
}) {}
