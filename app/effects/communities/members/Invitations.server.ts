/**
 * Invitations: codes that let so many people in for so many days. One that ended for whatever reason and one that never
 * was get the same answer, and a private community is shown to whoever holds a live one (docs/product/communities.md,
 * 3.6.7).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { mustBeAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { InviteEnded, TooManyInvites } from "./errors"
import { InviteCode, MAX_INVITES } from "./forms"
import { membersPath } from "./joining"
import { Invite } from "./Member"

const DAY_MS = Duration.toMillis("1 day")
const isCode = Schema.is(InviteCode)
const isId = Schema.is(CommunityId)

export class Invitations extends Effect.Service<Invitations>()("effects/Invitations", {
  dependencies: [CommunitiesRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const communities = yield* CommunitiesRepo
    const activity = yield* Activity

    const live = (now: number) => sql`i.revoked_at IS NULL AND i.uses < i.max_uses AND i.expires_at > ${now}`

    const selectLive = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, now: Schema.Number }),
      Result: Invite,
      execute: ({ communityId, now }) => sql`
        SELECT i.code, i.max_uses, i.uses, i.expires_at, i.created_at, i.created_by, u.username
        FROM invites i LEFT JOIN users u ON u.account_address = i.created_by AND u.status = 'active'
        WHERE i.community_id = ${communityId} AND ${live(now)}
        ORDER BY i.created_at DESC, i.code DESC LIMIT ${MAX_INVITES}`
    })
    /** Those that still let somebody in, newest first. */
    const list = Effect.fn("Invitations.list")(function* (communityId: CommunityId) {
      return yield* Effect.orDie(selectLive({ communityId, now: yield* Clock.currentTimeMillis }))
    })

    const create = Effect.fn("Invitations.create")(function* (here: Inside, uses: number, days: number) {
      yield* mustBeAllowed(here, "invite")
      const { id } = here.community
      const now = yield* Clock.currentTimeMillis
      const code = yield* randomId(16)
      yield* Effect.orDie(takeTurns(sql, [`invites:${id}`]))
      if ((yield* list(id)).length >= MAX_INVITES) return yield* new TooManyInvites()
      const row = {
        code,
        communityId: id,
        createdBy: here.standing.account,
        maxUses: uses,
        expiresAt: now + days * DAY_MS
      }
      yield* Effect.orDie(sql`INSERT INTO invites ${sql.insert({ ...row, createdAt: now, updatedAt: now })}`)
      yield* activity.record({
        communityId: id,
        actor: here.standing.account,
        type: "invited",
        target: `${membersPath(id)}?tab=invitations`,
        data: { uses },
        visibility: "moderators"
      })
      return code
    }, atomically(sql))

    /** Taking back what has ended already is no mistake. */
    const revoke = Effect.fn("Invitations.revoke")(function* (here: Inside, code: string) {
      yield* mustBeAllowed(here, "invite")
      const { id } = here.community
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.orDie(sql`UPDATE invites SET revoked_at = ${now}, updated_at = ${now}
        WHERE code = ${code} AND community_id = ${id} AND revoked_at IS NULL RETURNING code`)
      if (rows.length === 0) return
      yield* activity.record({
        communityId: id,
        actor: here.standing.account,
        type: "invitationRevoked",
        target: `${membersPath(id)}?tab=invitations`,
        visibility: "moderators"
      })
    }, atomically(sql))

    /** Uses it up by one; of several who come for the last place, one gets it. Answers who made it. */
    const use = Effect.fn("Invitations.use")(function* (communityId: CommunityId, code: string) {
      if (!isCode(code)) return yield* new InviteEnded()
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.orDie(sql<{ readonly createdBy: string }>`
        UPDATE invites SET uses = uses + 1, updated_at = ${now}
        WHERE code = ${code} AND community_id = ${communityId} AND revoked_at IS NULL AND uses < max_uses
          AND expires_at > ${now}
        RETURNING created_by`)
      const [used] = rows
      return used === undefined ? yield* new InviteEnded() : used.createdBy
    })

    /** Whether it would let somebody in now. */
    const isLive = Effect.fn("Invitations.isLive")(function* (communityId: CommunityId, code: string) {
      if (!isCode(code)) return false
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.orDie(
        sql`SELECT i.code FROM invites i WHERE i.code = ${code} AND i.community_id = ${communityId} AND ${live(now)}`
      )
      return rows.length > 0
    })

    /** The community a code leads into, for somebody who could not see it otherwise; none in one answer for all. */
    const opens = Effect.fn("Invitations.opens")(function* (id: string, code: string, account: string | null) {
      if (!isId(id) || !(yield* isLive(id, code))) return Option.none()
      const found = yield* communities.findById(id, account)
      return Option.filter(found, ({ community }) => community.stage !== "draft")
    })

    return { list, create, revoke, use, isLive, opens }
  })
}) {}
