/**
 * Invitations: codes that admit a number of people for a number of days. An invitation that has ended for any reason
 * gets the same response as one that never existed, and a private community is shown to anyone with a live one
 * (docs/product/communities.md).
 */

import { Clock, Duration, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { isCommunityId } from "~/effects/access/communityIdOf"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { InviteEnded, TooManyInvites } from "./errors"
import { InviteCode, MAX_INVITES } from "./forms"
import { membersPath } from "./joining"
import { Invite } from "./Member"

// Invitations in the database. A live one is not revoked, not used up and not expired.

/** A new invitation. Times are Unix milliseconds. */
interface NewInvite {
  readonly code: string
  readonly communityId: CommunityId
  readonly createdBy: string | null
  readonly maxUses: number
  readonly expiresAt: number
}

const makeInvitesRepo = Effect.gen(function* () {
  const sql = yield* Sql

  const live = (now: number) =>
    sql`i.revoked_at IS NULL AND i.declined_at IS NULL AND i.uses < i.max_uses AND i.expires_at > ${now}`

  const selectLive = findAll({
    Request: Schema.Struct({ communityId: CommunityId, now: Schema.Number }),
    Result: Invite,
    execute: ({ communityId, now }) => sql`
        SELECT i.code, i.max_uses, i.uses, i.expires_at, i.created_at, i.created_by, u.username
        FROM invites i LEFT JOIN users u ON u.account_address = i.created_by AND u.status = 'active'
        WHERE i.community_id = ${communityId} AND i.email IS NULL AND ${live(now)}
        ORDER BY i.created_at DESC, i.code DESC LIMIT ${MAX_INVITES}`
  })

  const insert = Effect.fn("Invitations.insert")(function* (invite: NewInvite, now: number) {
    yield* sql`INSERT INTO invites ${sql.insert({ ...invite, createdAt: now, updatedAt: now })}`
  })

  /** False if there was nothing to revoke. */
  const revoke = Effect.fn("Invitations.revoke")(function* (communityId: CommunityId, code: string, now: number) {
    const rows = yield* sql`UPDATE invites SET revoked_at = ${now}, updated_at = ${now}
        WHERE code = ${code} AND community_id = ${communityId} AND revoked_at IS NULL RETURNING code`
    return rows.length > 0
  })

  const takeUse = findOne({
    Request: Schema.Struct({
      communityId: CommunityId,
      code: Schema.String,
      account: AccountAddress,
      now: Schema.Number,
      onlyEmailed: Schema.Boolean
    }),
    Result: Schema.Struct({ createdBy: Schema.String }),
    // Who used a link for several people is not recorded: the membership names who invited.
    execute: ({ account, code, communityId, now, onlyEmailed }) => sql`UPDATE invites SET uses = uses + 1,
          used_by = CASE WHEN email IS NULL THEN NULL ELSE ${account} END, updated_at = ${now}
        WHERE code = ${code} AND community_id = ${communityId} AND revoked_at IS NULL AND declined_at IS NULL
          AND uses < max_uses AND expires_at > ${now} ${onlyEmailed ? sql`AND email IS NOT NULL` : sql``}
        RETURNING created_by`
  })

  const isLive = Effect.fn("Invitations.isLive")(function* (communityId: CommunityId, code: string, now: number) {
    const rows = yield* sql`SELECT i.code FROM invites i
        WHERE i.code = ${code} AND i.community_id = ${communityId} AND ${live(now)}`
    return rows.length > 0
  })

  return {
    /** Newest first. */
    live: (communityId: CommunityId, now: number) => selectLive({ communityId, now }),
    insert,
    revoke,
    /** Uses it once and returns who made it; none if it is not live. */
    use: (
      { code, communityId, onlyEmailed = false }: { communityId: CommunityId; code: string; onlyEmailed?: boolean },
      account: AccountAddress,
      now: number
    ) =>
      Effect.map(
        takeUse({ communityId, code, account, now, onlyEmailed }),
        Option.map(({ createdBy }) => createdBy)
      ),
    isLive
  }
})

const DAY_MS = Duration.toMillis("1 day")
const isCode = Schema.is(InviteCode)
const pathOf = (id: CommunityId) => `${membersPath(id)}?tab=invitations`

export class Invitations extends Effect.Service<Invitations>()("communities/members/Invitations", {
  dependencies: [CommunitiesRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const communities = yield* CommunitiesRepo
    const repo = yield* makeInvitesRepo
    const activity = yield* Activity

    /** The live ones, newest first. */
    const list = Effect.fn("Invitations.list")((id: CommunityId) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => repo.live(id, now))
    )

    const create = Effect.fn("Invitations.create")(function* (here: Inside, uses: number, days: number) {
      yield* requireAllowed(here, "invite")
      const { id: communityId } = here.community
      const { account: actor } = here.communityRole
      const now = yield* Clock.currentTimeMillis
      const code = yield* randomId(16)
      yield* withLocks(sql, [`invites:${communityId}`])
      if ((yield* list(communityId)).length >= MAX_INVITES) return yield* new TooManyInvites()
      const expiresAt = now + days * DAY_MS
      yield* repo.insert({ code, communityId, createdBy: actor, maxUses: uses, expiresAt }, now)
      const target = pathOf(communityId)
      yield* activity.record({ communityId, actor, type: "invited", target, data: { uses }, visibility: "moderators" })
      return code
    }, atomically(sql))

    /** Revoking an invitation that has already ended is not an error. */
    const revoke = Effect.fn("Invitations.revoke")(function* (here: Inside, code: string) {
      yield* requireAllowed(here, "invite")
      const { id: communityId } = here.community
      const { account: actor } = here.communityRole
      if (!(yield* repo.revoke(communityId, code, yield* Clock.currentTimeMillis))) return
      const target = pathOf(communityId)
      yield* activity.record({ communityId, actor, type: "invitationRevoked", target, visibility: "moderators" })
    }, atomically(sql))

    /** Uses the invitation once; if several people come for the last place, one gets it. Returns who made it. */
    const use = Effect.fn("Invitations.use")(function* (
      communityId: CommunityId,
      code: string,
      account: AccountAddress
    ) {
      if (!isCode(code)) return yield* new InviteEnded()
      const madeBy = yield* repo.use({ communityId, code }, account, yield* Clock.currentTimeMillis)
      return Option.isNone(madeBy) ? yield* new InviteEnded() : madeBy.value
    })

    /** Of an invitation by e-mail to a community that admits without one, so that its sender sees that it was used. */
    const takeIfEmailed = Effect.fn("Invitations.takeIfEmailed")(function* (
      communityId: CommunityId,
      code: string,
      account: AccountAddress
    ) {
      if (!isCode(code)) return null
      const now = yield* Clock.currentTimeMillis
      return Option.getOrNull(yield* repo.use({ communityId, code, onlyEmailed: true }, account, now))
    })

    /** Whether it would admit anyone now. */
    const isLive = Effect.fn("Invitations.isLive")(function* (communityId: CommunityId, code: string) {
      return isCode(code) && (yield* repo.isLive(communityId, code, yield* Clock.currentTimeMillis))
    })

    /**
     * The community of a code, for a reader who could not see it otherwise; one response for every code that is not
     * live.
     */
    const opens = Effect.fn("Invitations.opens")(function* (id: string, code: string, account: AccountAddress | null) {
      if (!isCommunityId(id) || !(yield* isLive(id, code))) return Option.none()
      const found = yield* communities.findById(id, account)
      return Option.filter(found, ({ community }) => community.stage !== "draft")
    })

    return { list, create, revoke, use, takeIfEmailed, isLive, opens }
  })
}) {}
