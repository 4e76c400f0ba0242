/**
 * Changes members: roles, suspension, removal. Both people are read again under the lock of the write, so that a
 * moderator who has just lost the role can no longer act. Notifications are written in the same transaction.
 */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MemberCounts, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { TooManyModerators } from "./errors"
import { MAX_MODERATORS } from "./forms"
import { membersPath } from "./joining"
import { MemberActs, nameOf } from "./MemberActs.server"

export class MemberChanges extends Effect.Service<MemberChanges>()("communities/members/MemberChanges", {
  dependencies: [MembershipsRepo.Default, MemberCounts.Default, MemberActs.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberCounts = yield* MemberCounts
    const memberships = yield* MembershipsRepo
    const acts = yield* MemberActs
    const activity = yield* Activity

    const setRole = Effect.fn("MemberChanges.setRole")(function* (
      here: Inside,
      account: AccountAddress,
      role: "member" | "moderator"
    ) {
      const { actor, target } = yield* acts.meet(here, "appoint", account, "appoint moderators")
      if (target.role === role) return
      const isFull = (yield* memberCounts.moderators(here.community.id)) >= MAX_MODERATORS
      if (role === "moderator" && isFull) return yield* new TooManyModerators()
      const { name } = here.community
      const words = {
        moderator: `You are now a moderator of ${name}.`,
        member: `You are no longer a moderator of ${name}. You are still a member.`
      }
      yield* acts.notified(here, account, words[role])
      yield* memberships.change(target, { role })
      yield* activity.record({
        communityId: here.community.id,
        actor,
        type: "roleGiven",
        target: membersPath(here.community.id),
        data: { name: nameOf(target), role },
        visibility: "public"
      })
    }, atomically(sql))

    /** A removed member comes back only with the owner's approval (docs/product/communities.md). */
    const remove = Effect.fn("MemberChanges.remove")(function* (here: Inside, account: AccountAddress, reason: string) {
      const { actor, target } = yield* acts.meet(here, "removeMembers", account, "remove members")
      yield* acts.notified(here, account, `You were removed from ${here.community.name}: ${reason}`)
      yield* memberships.change(target, { status: "removed", role: "member", suspendedUntil: null, reason })
      yield* acts.moderated(here, actor, target, { type: "memberRemoved", action: "remove", reason })
    }, atomically(sql))

    return { setRole, remove }
  })
}) {}
