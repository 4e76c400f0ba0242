/** The communities that an account owns: how many there are, and its drafts. */
import { Effect, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"

export class OwnedCommunities extends Effect.Service<OwnedCommunities>()("communities/communities/OwnedCommunities", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<Community["stage"]>(sql, "communities", { column: "stage" })

    const count = single({
      Request: Schema.String,
      Result: Schema.Struct({ owned: Schema.Int }),
      execute: (account) =>
        sql`SELECT COUNT(*) AS owned FROM communities WHERE owner_address = ${account} AND stage <> 'archived'`
    })
    /** Number of communities that an account owns and has not archived (at most five, docs/product/communities.md). */
    const countOwned = Effect.fn("OwnedCommunities.countOwned")((account: string) =>
      Effect.map(count(account), ({ owned }) => owned)
    )

    /** Archives the drafts of a removed account. Joins the transaction of the removal. */
    const archiveDrafts = (owner: string) => transition({ ownerAddress: owner }, { from: "draft", to: "archived" })

    /** Deletes a draft with everything that belongs to it. False if this account has no such draft. */
    const removeDraft = Effect.fn("OwnedCommunities.removeDraft")(function* (id: CommunityId, owner: string) {
      const gone = yield* sql`DELETE FROM communities
        WHERE id = ${id} AND owner_address = ${owner} AND stage = 'draft' RETURNING id`
      return gone.length > 0
    })

    return { countOwned, archiveDrafts, removeDraft }
  })
}) {}
