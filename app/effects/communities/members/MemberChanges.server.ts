/**
 * What is done to members: roles, suspension, removal. Who acts and who is meant are both read again in the turn of the
 * write, so that a moderator who was just unmade cannot act any more; what happened is told in the same transaction.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { isSuspended, mayActOn, type Permission, permissions, roleNow } from "~/effects/access/permissions"
import { refuse } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityType } from "~/effects/activity/activity/catalogue"
import type { ModerationKind } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember, TooManyModerators } from "./errors"
import { MAX_MODERATORS, SUSPEND_DAYS } from "./forms"
import { standingOf } from "./fresh"
import { membersPath, suspensionInWords } from "./joining"

const DAY_MS = Duration.toMillis("1 day")
const nameOf = ({ username }: KnownMembership): string => username ?? "somebody"

export class MemberChanges extends Effect.Service<MemberChanges>()("effects/MemberChanges", {
  dependencies: [MembershipsRepo.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity
    const notifications = yield* Notifications
    const log = yield* ModerationLog

    /** Takes the turn, reads both people, and asks the rules. */
    const meet = Effect.fn("MemberChanges.meet")(function* (
      here: Inside,
      permission: Permission,
      account: string,
      action: string
    ) {
      const { id } = here.community
      const actor = here.standing.account ?? ""
      yield* memberships.takeTurn(id)
      const known = yield* memberships.findSome(id, [actor, account])
      const standing = standingOf(here.standing, known.get(actor))
      yield* must(permissions[permission](standing))
      const target = known.get(account)
      if (target === undefined || (target.status !== "active" && target.status !== "suspended")) {
        return yield* new NotAMember()
      }
      yield* must(mayActOn(standing, { account, role: target.role }, action))
      return { actor, standing, target }
    })

    const told = (here: Inside, account: string, text: string) =>
      notifications.tell({
        to: [account],
        type: "standing",
        communityId: here.community.id,
        target: `/community/detail/${here.community.id}`,
        text,
        importance: "important"
      })

    /** The activity page and the public log of moderation (docs/product/communities.md, 3.3). */
    const moderated = (
      here: Inside,
      actor: string,
      target: KnownMembership,
      done: { readonly type: ActivityType; readonly action: ModerationKind; readonly reason: string }
    ) =>
      Effect.zipRight(
        log.record({
          communityId: here.community.id,
          actor,
          action: done.action,
          target: {
            type: "member",
            id: target.accountAddress,
            label: nameOf(target),
            path: `/userDashboard/userProfile/${target.accountAddress}`
          },
          reason: done.reason
        }),
        activity.record({
          communityId: here.community.id,
          actor,
          type: done.type,
          target: membersPath(here.community.id),
          data: { name: nameOf(target), reason: done.reason },
          visibility: "public"
        })
      )

    const setRole = Effect.fn("MemberChanges.setRole")(function* (
      here: Inside,
      account: string,
      role: "member" | "moderator"
    ) {
      const { actor, target } = yield* meet(here, "appoint", account, "appoint moderators")
      if (target.role === role) return
      const isFull = (yield* memberships.countModerators(here.community.id)) >= MAX_MODERATORS
      if (role === "moderator" && isFull) return yield* new TooManyModerators()
      yield* memberships.change(target, { role })
      yield* activity.record({
        communityId: here.community.id,
        actor,
        type: "roleGiven",
        target: membersPath(here.community.id),
        data: { name: nameOf(target), role },
        visibility: "public"
      })
      const { name } = here.community
      const words = {
        moderator: `You are a moderator of ${name} now.`,
        member: `You are no moderator of ${name} any more. You are still a member.`
      }
      yield* told(here, account, words[role])
    }, atomically(sql))

    const suspend = Effect.fn("MemberChanges.suspend")(function* (
      here: Inside,
      account: string,
      days: number,
      reason: string
    ) {
      const { actor, standing, target } = yield* meet(here, "moderate", account, "suspend members")
      const isOwner = roleNow(standing) === "owner"
      if (!isOwner && days > SUSPEND_DAYS.moderator) {
        return yield* new InvalidFields({ fields: { days: "Enter a whole number of days from 1 to 30." } })
      }
      const now = yield* Clock.currentTimeMillis
      yield* mayShorten(standing, target, now)
      const suspendedUntil = now + days * DAY_MS
      yield* memberships.change(target, { status: "suspended", suspendedUntil, reason })
      yield* moderated(here, actor, target, { type: "memberSuspended", action: "suspend", reason })
      yield* told(here, account, `${here.community.name}: ${suspensionInWords(suspendedUntil)} Reason: ${reason}`)
    }, atomically(sql))

    const unsuspend = Effect.fn("MemberChanges.unsuspend")(function* (here: Inside, account: string, reason: string) {
      const { actor, standing, target } = yield* meet(here, "moderate", account, "end suspensions")
      const now = yield* Clock.currentTimeMillis
      if (!isSuspended({ membership: target, now })) {
        yield* must(refuse("E-STATE", { thing: "suspension", state: "over", action: "ending it" }))
      }
      yield* mayShorten(standing, target, now)
      yield* memberships.change(target, { status: "active", suspendedUntil: null, reason: null })
      yield* moderated(here, actor, target, { type: "memberUnsuspended", action: "unsuspend", reason })
      yield* told(here, account, `Your suspension in ${here.community.name} has ended.`)
    }, atomically(sql))

    /** Back in only by the owner's approval (docs/product/communities.md, 3.4). */
    const remove = Effect.fn("MemberChanges.remove")(function* (here: Inside, account: string, reason: string) {
      const { actor, target } = yield* meet(here, "removeMembers", account, "remove members")
      yield* memberships.change(target, { status: "removed", role: "member", suspendedUntil: null, reason })
      yield* moderated(here, actor, target, { type: "memberRemoved", action: "remove", reason })
      yield* told(here, account, `You were removed from ${here.community.name}: ${reason}`)
    }, atomically(sql))

    return { setRole, suspend, unsuspend, remove }
  })
}) {}

/** What the owner suspended for longer than a moderator may, no moderator cuts short. */
const mayShorten = (standing: Inside["standing"], target: KnownMembership, now: number) =>
  roleNow(standing) !== "owner" &&
  target.status === "suspended" &&
  (target.suspendedUntil ?? 0) > now + SUSPEND_DAYS.moderator * DAY_MS
    ? must(refuse("E-ROLE", { role: "the owner", action: "change a suspension this long" }))
    : Effect.void
