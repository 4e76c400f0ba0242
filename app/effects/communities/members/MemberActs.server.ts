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
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember } from "./errors"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"

/** A member's name in texts about them. */
export const nameOf = ({ username }: KnownMembership): string => username ?? "somebody"

export class MemberActs extends Effect.Service<MemberActs>()("communities/members/MemberActs", {
  dependencies: [MembershipsRepo.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity
    const notifications = yield* Notifications
    const log = yield* ModerationLog

    /** Takes the lock, reads both people, and checks the rules. */
    const meet = Effect.fn("MemberActs.meet")(function* (
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
    const moderated = Effect.fn("MemberActs.moderated")(function* (
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

    return { meet, notified, moderated }
  })
}) {}
