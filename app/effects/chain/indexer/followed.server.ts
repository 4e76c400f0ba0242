/** Which addresses of a community the indexer follows, and from which state version on each is still to be read. */
import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"

export const Followed = Schema.Struct({
  communityId: CommunityId,
  address: Schema.String,
  nextVersion: Schema.Number
})
export type Followed = typeof Followed.Type

/** What is followed already goes on from where it is. */
export const follow = (
  sql: SqlClient.SqlClient,
  communityId: string,
  addresses: ReadonlyArray<string>,
  from: number
): Effect.Effect<void> =>
  Effect.forEach(
    addresses,
    (address) =>
      Effect.orDie(
        sql`INSERT INTO ledger_followed ${sql.insert({ communityId, address, nextVersion: from, lookedAt: 0 })}
          ON CONFLICT (community_id, address) DO NOTHING`
      ),
    { discard: true }
  )

export const unfollow = (sql: SqlClient.SqlClient, communityId: string, address: string): Effect.Effect<void> =>
  Effect.asVoid(
    Effect.orDie(sql`DELETE FROM ledger_followed WHERE community_id = ${communityId} AND address = ${address}`)
  )
