/** Invitations in the database. A live one is not revoked, not used up and not expired. */
import { Effect, Option, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { MAX_INVITES } from "./forms"
import { Invite } from "./Member"

/** A new invitation. Times are Unix milliseconds. */
export interface NewInvite {
  readonly code: string
  readonly communityId: string
  readonly createdBy: string | null
  readonly maxUses: number
  readonly expiresAt: number
}

export class InvitesRepo extends Effect.Service<InvitesRepo>()("communities/members/InvitesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const live = (now: number) => sql`i.revoked_at IS NULL AND i.uses < i.max_uses AND i.expires_at > ${now}`

    const selectLive = findAll({
      Request: Schema.Struct({ communityId: Schema.String, now: Schema.Number }),
      Result: Invite,
      execute: ({ communityId, now }) => sql`
        SELECT i.code, i.max_uses, i.uses, i.expires_at, i.created_at, i.created_by, u.username
        FROM invites i LEFT JOIN users u ON u.account_address = i.created_by AND u.status = 'active'
        WHERE i.community_id = ${communityId} AND ${live(now)}
        ORDER BY i.created_at DESC, i.code DESC LIMIT ${MAX_INVITES}`
    })

    const insert = Effect.fn("InvitesRepo.insert")(function* (invite: NewInvite, now: number) {
      yield* sql`INSERT INTO invites ${sql.insert({ ...invite, createdAt: now, updatedAt: now })}`
    })

    /** False if there was nothing to revoke. */
    const revoke = Effect.fn("InvitesRepo.revoke")(function* (communityId: string, code: string, now: number) {
      const rows = yield* sql`UPDATE invites SET revoked_at = ${now}, updated_at = ${now}
        WHERE code = ${code} AND community_id = ${communityId} AND revoked_at IS NULL RETURNING code`
      return rows.length > 0
    })

    const takeUse = findOne({
      Request: Schema.Struct({ communityId: Schema.String, code: Schema.String, now: Schema.Number }),
      Result: Schema.Struct({ createdBy: Schema.String }),
      execute: ({ code, communityId, now }) => sql`UPDATE invites SET uses = uses + 1, updated_at = ${now}
        WHERE code = ${code} AND community_id = ${communityId} AND revoked_at IS NULL AND uses < max_uses
          AND expires_at > ${now}
        RETURNING created_by`
    })

    const isLive = Effect.fn("InvitesRepo.isLive")(function* (communityId: string, code: string, now: number) {
      const rows = yield* sql`SELECT i.code FROM invites i
        WHERE i.code = ${code} AND i.community_id = ${communityId} AND ${live(now)}`
      return rows.length > 0
    })

    return {
      /** Newest first. */
      live: (communityId: string, now: number) => selectLive({ communityId, now }),
      insert,
      revoke,
      /** Uses it once and returns who made it; none if it is not live. */
      use: (communityId: string, code: string, now: number) =>
        Effect.map(
          takeUse({ communityId, code, now }),
          Option.map(({ createdBy }) => createdBy)
        ),
      isLive
    }
  })
}) {}
