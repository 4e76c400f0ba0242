/**
 * Followers of a community who are not members. They are notified of announcements and of votes that open
 * (Notifications, `andFollowers`). Nobody else can see them: they appear in no list and no number.
 */
import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"

export class CommunityFollows extends Effect.Service<CommunityFollows>()("communities/communities/CommunityFollows", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** False if the community became private or was archived meanwhile. */
    const begin = Effect.fn("CommunityFollows.begin")(function* (communityId: CommunityId, account: AccountAddress) {
      const createdAt = yield* Clock.currentTimeMillis
      const open = yield* sql`SELECT 1 FROM communities
        WHERE id = ${communityId} AND visibility <> 'private' AND stage NOT IN ('draft', 'archived')`
      if (open.length === 0) return false
      yield* sql`INSERT INTO community_follows ${sql.insert({ communityId, accountAddress: account, createdAt })}
        ON CONFLICT (community_id, account_address) DO NOTHING`
      return true
    })

    const end = Effect.fn("CommunityFollows.end")(function* (communityId: CommunityId, account: AccountAddress) {
      yield* sql`DELETE FROM community_follows WHERE community_id = ${communityId} AND account_address = ${account}`
    })

    /** Removes all followers, once outsiders may no longer read the community. */
    const endAll = Effect.fn("CommunityFollows.endAll")(function* (communityId: CommunityId) {
      yield* sql`DELETE FROM community_follows WHERE community_id = ${communityId}`
    })

    /** Removes the follows of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("CommunityFollows.forget")(function* (account: AccountAddress) {
      yield* sql`DELETE FROM community_follows WHERE account_address = ${account}`
    })

    return { begin, end, endAll, forget }
  })
}) {}
