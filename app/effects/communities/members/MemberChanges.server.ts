/**
 * Changes members: roles, suspension, removal. Both people are read again under the lock of the write, so that a
 * moderator who has just lost the role can no longer act. Notifications are written in the same transaction.
 */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { mayActOn, type Permission, permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityType } from "~/effects/activity/activity/catalogue"
import type { ModerationKind } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import {
  type KnownMembership,
  MemberCounts,
  MembershipsRepo
} from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember, TooManyModerators } from "./errors"
import { MAX_MODERATORS } from "./forms"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"

/** A member's name in texts about them. */
const nameOf = ({ username }: KnownMembership): string => username ?? "somebody"

export class MemberChanges extends Effect.Service<MemberChanges>()("communities/members/MemberChanges", {
  dependencies: [MembershipsRepo.Default, MemberCounts.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberCounts = yield* MemberCounts
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity

    const notifications = yield* Notifications
    const log = yield* ModerationLog

    /** Takes the lock, reads both people, and checks the rules. */
    const meet = Effect.fn("MemberChanges.meet")(function* (
      here: Inside,
      permission: Permission,
      account: AccountAddress,
      action: string
    ) {
      const { id } = here.community
      const actor = yield* requireAllowed(here, permission)
      yield* memberships.withLock(id)
      const known = yield* memberships.findSome(id, [actor, account])
      const communityRole = roleNowOf(here.communityRole, known.get(actor))
      yield* must(permissions[permission](communityRole))
      const target = known.get(account)
      if (target === undefined || (target.status !== "active" && target.status !== "suspended")) {
        return yield* new NotAMember()
      }
      yield* must(mayActOn(communityRole, { account, role: target.role }, action))
      return { actor, communityRole, target }
    })

    /** Notifies the member, also by e-mail. */
    const notified = (here: Inside, account: AccountAddress, text: string) =>
      notifications.notify({
        to: [account],
        type: "role",
        communityId: here.community.id,
        target: `/community/detail/${here.community.id}`,
        text,
        importance: "important"
      })

    /** Writes to the activity and to the public moderation log. */
    const moderated = Effect.fn("MemberChanges.moderated")(function* (
      here: Inside,
      actor: AccountAddress,
      target: KnownMembership,
      {
        action,
        reason,
        type
      }: { readonly type: ActivityType; readonly action: ModerationKind; readonly reason: string }
    ) {
      const { id: communityId } = here.community
      const name = nameOf(target)
      const path = `/userDashboard/userProfile/${target.accountAddress}`
      const member = { type: "member", id: target.accountAddress, label: name, path } as const
      yield* log.record({ communityId, actor, action, target: member, reason })
      const data = { name, reason }
      yield* activity.record({ communityId, actor, type, target: membersPath(communityId), data, visibility: "public" })
    })

    const setRole = Effect.fn("MemberChanges.setRole")(function* (
      here: Inside,
      account: AccountAddress,
      role: "member" | "moderator"
    ) {
      const { actor, target } = yield* meet(here, "appoint", account, "appoint moderators")
      if (target.role === role) return
      const isFull = (yield* memberCounts.moderators(here.community.id)) >= MAX_MODERATORS
      if (role === "moderator" && isFull) return yield* new TooManyModerators()
      const { name } = here.community
      const words = {
        moderator: `You are now a moderator of ${name}.`,
        member: `You are no longer a moderator of ${name}. You are still a member.`
      }
      yield* notified(here, account, words[role])
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
      const { actor, target } = yield* meet(here, "removeMembers", account, "remove members")
      yield* notified(here, account, `You were removed from ${here.community.name}: ${reason}`)
      yield* memberships.change(target, { status: "removed", role: "member", suspendedUntil: null, reason })
      yield* moderated(here, actor, target, { type: "memberRemoved", action: "remove", reason })
    }, atomically(sql))

    return { setRole, remove, meet, notified, moderated }
  })
}) {}
