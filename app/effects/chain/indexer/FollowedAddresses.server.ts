/** Addresses of a community that the indexer tracks, with the state version from which each still has to be read. */
import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"

const Followed = Schema.Struct({
  communityId: CommunityId,
  address: Schema.String,
  nextVersion: Schema.Number
})
/** A tracked address. */
export type Followed = typeof Followed.Type

const FollowedRow = Schema.Struct({ communityId: CommunityId, address: Schema.String, polledAt: Schema.Number })
/** When an address was last polled. */
export type FollowedRow = typeof FollowedRow.Type

/** The rows of `ledger_followed`. Every method joins the caller's transaction. */
export class FollowedAddresses extends Effect.Service<FollowedAddresses>()("chain/indexer/FollowedAddresses", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const due = findAll({
      Request: Schema.Struct({ before: Schema.Number, last: Schema.encodedSchema(FollowedRow), limit: Schema.Int }),
      Result: FollowedRow,
      execute: ({ before, last, limit }) => sql`SELECT community_id, address, polled_at FROM ledger_followed
        WHERE polled_at <= ${before}
          AND (polled_at, address, community_id) > (${last.polledAt}, ${last.address}, ${last.communityId})
        ORDER BY polled_at, address, community_id LIMIT ${limit}`
    })
    const one = findOne({
      Request: Schema.Struct({ communityId: CommunityId, address: Schema.String }),
      Result: Followed,
      execute: ({ address, communityId }) => sql`SELECT community_id, address, next_version FROM ledger_followed
        WHERE community_id = ${communityId} AND address = ${address}`
    })
    const ofCommunity = findAll({
      Request: Schema.String,
      Result: Followed,
      execute: (id) => sql`SELECT community_id, address, next_version FROM ledger_followed WHERE community_id = ${id}`
    })

    return {
      /** Addresses last polled before `before` (Unix milliseconds), after `last`; longest ago first. */
      due: (before: number) => (last: FollowedRow | null, limit: number) =>
        due({ before, last: last ?? { communityId: "", address: "", polledAt: -1 }, limit }),
      one: (followed: FollowedRow) => one(followed),
      ofCommunity: (communityId: CommunityId) => ofCommunity(communityId),
      /** Starts tracking; addresses that are already tracked keep their position. */
      follow: (communityId: CommunityId, addresses: ReadonlyArray<string>, from: number): Effect.Effect<void> =>
        Effect.forEach(
          addresses,
          (address) =>
            sql`INSERT INTO ledger_followed ${sql.insert({ communityId, address, nextVersion: from, polledAt: 0 })}
              ON CONFLICT (community_id, address) DO NOTHING`,
          { discard: true }
        ),
      unfollow: (communityId: CommunityId, address: string): Effect.Effect<void> =>
        Effect.asVoid(sql`DELETE FROM ledger_followed WHERE community_id = ${communityId} AND address = ${address}`),
      /**
       * Continues from the last version seen, inclusive, because the gateway refuses to start after the ledger's end.
       */
      goOn: ({ address, communityId }: Followed, nextVersion: number): Effect.Effect<void> =>
        Effect.gen(function* () {
          const polledAt = yield* Clock.currentTimeMillis
          yield* sql`UPDATE ledger_followed SET polled_at = ${polledAt},
              next_version = CASE WHEN next_version < ${nextVersion} THEN ${nextVersion} ELSE next_version END
            WHERE community_id = ${communityId} AND address = ${address}`
        })
    }
  })
}) {}
