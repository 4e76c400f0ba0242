/**
 * Lists pending applications, oldest first, and decides on them: moderators and the owner, after a removal the owner
 * alone (docs/product/communities.md).
 */
import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { permissions, roleNow } from "~/effects/access/permissions"
import { refuse } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql, single } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember } from "./errors"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"
import { Application } from "./Member"
import type { MembersQuery } from "./query"

type After = MembersQuery["after"]

export type Decision = { readonly kind: "accept" } | { readonly kind: "refuse"; readonly reason: string }

export class Applications extends Effect.Service<Applications>()("communities/members/Applications", {
  dependencies: [MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity
    const notifications = yield* Notifications

    /** The statement of one page; tests read its query plan. */
    const statement = (communityId: CommunityId, after: After, limit: number) => sql`
      SELECT m.account_address AS account, m.joined_at AS applied_at, m.application_note AS note, m.owner_decides,
        u.username, u.display_image AS picture, u.bio
      FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
      WHERE m.community_id = ${communityId} AND m.status = 'applied' AND ${
        after === null ? sql`1 = 1` : sql`(m.joined_at, m.account_address) > (${after.value}, ${after.account})`
      }
      ORDER BY m.joined_at, m.account_address LIMIT ${limit}`
    const decode = Schema.decodeUnknown(Schema.Array(Application))

    /** Oldest first. */
    const page = Effect.fn("Applications.page")(function* (communityId: CommunityId, after: After, size: number) {
      const rows = yield* statement(communityId, after, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      const next = last !== undefined && rows.length > size ? { value: last.appliedAt, account: last.account } : null
      return { applications: shown, next }
    })

    const countUpTo = single({
      Request: Schema.Struct({ communityId: CommunityId, limit: Schema.Int }),
      Result: Schema.Struct({ many: Schema.Int }),
      execute: ({ communityId, limit }) => sql`SELECT COUNT(*) AS many FROM (
        SELECT 1 FROM memberships WHERE community_id = ${communityId} AND status = 'applied' LIMIT ${limit}) waiting`
    })
    /** Number of pending applications, counted up to `limit`. */
    const count = Effect.fn("Applications.count")((communityId: CommunityId, limit: number) =>
      Effect.map(countUpTo({ communityId, limit }), ({ many }) => many)
    )

    /** If two people decide at the same time, the second one learns that it is already decided. */
    const decide = Effect.fn("Applications.decide")(function* (
      here: Inside,
      account: AccountAddress,
      decision: Decision
    ) {
      const { community } = here
      const actor = yield* requireAllowed(here, "decideApplications")
      yield* memberships.withLock(community.id)
      const known = yield* memberships.findSome(community.id, [actor, account])
      const communityRole = roleNowOf(here.communityRole, known.get(actor))
      yield* must(permissions.decideApplications(communityRole))
      const applicant = known.get(account)
      if (applicant === undefined) return yield* new NotAMember()
      if (applicant.status !== "applied") {
        const action = decision.kind === "accept" ? "accepting it" : "refusing it"
        yield* must(refuse("E-STATE", { thing: "application", state: "decided", action }))
      }
      if (applicant.ownerDecides === 1 && roleNow(communityRole) !== "owner") {
        yield* must(refuse("E-ROLE", { role: "the owner", action: "decide on someone who was removed" }))
      }
      const isAccepted = decision.kind === "accept"
      yield* memberships.change(
        applicant,
        isAccepted
          ? { status: "active", joinedAt: yield* Clock.currentTimeMillis, ownerDecides: 0 }
          : { status: "removed", reason: decision.reason, applicationNote: null, ownerDecides: 0 }
      )
      yield* notifications.settle("applicationReceived", community.id, account)
      const name = applicant.username ?? "somebody"
      yield* activity.record({
        communityId: community.id,
        actor,
        type: isAccepted ? "applicationAccepted" : "applicationRefused",
        target: isAccepted ? membersPath(community.id) : `${membersPath(community.id)}?tab=applications`,
        data: isAccepted ? { name } : { name, reason: decision.reason },
        visibility: isAccepted ? "public" : "moderators"
      })
      yield* notifications.notify({
        to: [account],
        type: "applicationDecided",
        communityId: community.id,
        target: `/community/detail/${community.id}`,
        text: isAccepted
          ? `You are now a member of ${community.name}.`
          : `Your application to ${community.name} was refused: ${decision.reason}`,
        importance: "important"
      })
    }, atomically(sql))

    return { decide, page, statement, count }
  })
}) {}
