/**
 * The communities that an account owns: how many there are, and its drafts. A discarded draft stays, hidden from
 * everyone, until its founder can no longer undo that.
 */
import { Clock, Effect, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { type RemovedRow, UNDO_POSSIBLE } from "~/effects/communities/undo/Removals.server"

export class OwnedCommunities extends Effect.Service<OwnedCommunities>()("communities/communities/OwnedCommunities", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<Community["stage"]>(sql, "communities", { column: "stage" })

    const count = single({
      Request: Schema.String,
      Result: Schema.Struct({ owned: Schema.Int }),
      execute: (account) =>
        sql`SELECT COUNT(*) AS owned FROM communities WHERE owner_address = ${account} AND stage <> 'archived'
          AND discarded_at IS NULL`
    })
    /** Number of communities that an account owns and has not archived (at most five, docs/product/communities.md). */
    const countOwned = Effect.fn("OwnedCommunities.countOwned")((account: AccountAddress) =>
      Effect.map(count(account), ({ owned }) => owned)
    )

    /** Archives the drafts of a removed account. Joins the transaction of the removal. */
    const archiveDrafts = (owner: string) => transition({ ownerAddress: owner }, { from: "draft", to: "archived" })

    const selectDraft = findOne({
      Request: Schema.Struct({ id: Schema.String, owner: Schema.String }),
      Result: Schema.Struct({ id: Schema.String, slug: Schema.String }),
      execute: ({ id, owner }) => sql`SELECT id, slug FROM communities
        WHERE id = ${id} AND owner_address = ${owner} AND stage = 'draft' AND discarded_at IS NULL`
    })
    /** The draft of this account, if it is one. */
    const findDraft = (id: CommunityId, owner: string) => selectDraft({ id, owner })

    /**
     * Hides a draft that was found under its lock: nobody is a member any more, and its slug is free for others. Returns
     * what was changed.
     */
    const discardDraft = Effect.fn("OwnedCommunities.discardDraft")(function* (draft: {
      readonly id: string
      readonly slug: string
    }) {
      const now = yield* Clock.currentTimeMillis
      const memberships = yield* sql<RemovedRow>`DELETE FROM memberships WHERE community_id = ${draft.id} RETURNING *`
      yield* sql`UPDATE communities SET slug = ${draft.id}, discarded_at = ${now} WHERE id = ${draft.id}`
      return { communities: [draft], memberships }
    })

    /** Undoes `discardDraft`; the caller has locked the slug and found it free. False if the draft was deleted. */
    const restoreDraft = Effect.fn("OwnedCommunities.restoreDraft")(function* (
      draft: { readonly id: string; readonly slug: string },
      memberships: ReadonlyArray<RemovedRow>
    ) {
      const back = yield* sql`UPDATE communities SET slug = ${draft.slug}, discarded_at = NULL
        WHERE id = ${draft.id} AND discarded_at IS NOT NULL RETURNING id`
      if (back.length === 0) return false
      for (const row of memberships) yield* sql`INSERT INTO memberships ${sql.insert({ ...row })}`
      return true
    })

    /** Deletes discarded drafts that cannot come back, with everything that belongs to them. */
    const deleteDiscarded = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.asVoid(sql`DELETE FROM communities WHERE discarded_at <= ${now - UNDO_POSSIBLE}`)
    )

    return { countOwned, archiveDrafts, findDraft, discardDraft, restoreDraft, deleteDiscarded }
  })
}) {}

export const discardedDraftsJob = Effect.map(
  OwnedCommunities,
  ({ deleteDiscarded }): Job => ({ name: "discarded-drafts", every: "minute", run: deleteDiscarded })
).pipe(Effect.provide(OwnedCommunities.Default))
