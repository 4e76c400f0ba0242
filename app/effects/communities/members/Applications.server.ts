/** Decides on applications: moderators and the owner, after a removal the owner alone (docs/product/communities.md). */
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { permissions, roleNow } from "~/effects/access/permissions"
import { refuse } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember } from "./errors"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"

export type Decision = { readonly kind: "accept" } | { readonly kind: "refuse"; readonly reason: string }

export class Applications extends Effect.Service<Applications>()("communities/members/Applications", {
  dependencies: [MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity
    const notifications = yield* Notifications

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

    return { decide }
  })
}) {}
