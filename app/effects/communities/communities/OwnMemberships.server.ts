/** A member's own settings for a community: which notifications they get, and how far they have read. */

import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { CommunityChoice } from "~/effects/activity/notifications/kinds"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"

export class OwnMemberships extends Effect.Service<OwnMemberships>()("communities/communities/OwnMemberships", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** For an active member; otherwise nothing changes. */
    const chooseNews = Effect.fn("OwnMemberships.chooseNews")(function* (
      account: AccountAddress,
      communityId: CommunityId,
      choice: CommunityChoice
    ) {
      yield* sql`UPDATE memberships SET notifications = ${choice}
        WHERE account_address = ${account} AND community_id = ${communityId} AND status = 'active'`
    })

    /** Marks everything written until this time as read. */
    const markReadUntil = Effect.fn("OwnMemberships.markReadUntil")(function* (
      account: AccountAddress,
      communityId: CommunityId,
      until: number
    ) {
      yield* sql`UPDATE memberships SET last_read_at = ${until}
        WHERE community_id = ${communityId} AND account_address = ${account}`
    })

    return { chooseNews, markReadUntil }
  })
}) {}
