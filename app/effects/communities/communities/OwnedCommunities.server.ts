/** The communities of one owner: how many there are, and drafts that nobody else ever saw. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"

export class OwnedCommunities extends Effect.Service<OwnedCommunities>()("effects/OwnedCommunities", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const count = SqlSchema.single({
      Request: Schema.String,
      Result: Schema.Struct({ owned: Schema.Int }),
      execute: (account) =>
        sql`SELECT COUNT(*) AS owned FROM communities WHERE owner_address = ${account} AND stage <> 'archived'`
    })
    /** How many communities an account owns that are not archived (docs/product/communities.md, 3.6.5 allows five). */
    const countOwned = Effect.fn("OwnedCommunities.countOwned")((account: string) =>
      Effect.map(Effect.orDie(count(account)), ({ owned }) => owned)
    )

    /** Drafts of a removed account. Joins the transaction of the removal. */
    const archiveDrafts = Effect.fn("OwnedCommunities.archiveDrafts")(function* (owner: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE communities SET stage = 'archived', updated_at = ${now}
        WHERE owner_address = ${owner} AND stage = 'draft'`
    }, Effect.orDie)

    /** A draft goes with everything that belongs to it. False where this account has no such draft. */
    const removeDraft = Effect.fn("OwnedCommunities.removeDraft")(function* (id: CommunityId, owner: string) {
      const gone = yield* sql`DELETE FROM communities
        WHERE id = ${id} AND owner_address = ${owner} AND stage = 'draft' RETURNING id`
      return gone.length > 0
    }, Effect.orDie)

    return { countOwned, archiveDrafts, removeDraft }
  })
}) {}
