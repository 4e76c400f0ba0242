/**
 * Changes members: roles, suspension, removal. Both people are read again under the lock of the write, so that a
 * moderator who has just lost the role can no longer act. Notifications are written in the same transaction.
 */
import { Clock, Duration, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { isSuspended, mayActOn, type Permission, permissions, roleNow } from "~/effects/access/permissions"
import { refuse } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityType } from "~/effects/activity/activity/catalogue"
import type { ModerationKind } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember, TooManyModerators } from "./errors"
import { MAX_MODERATORS, SUSPEND_DAYS } from "./forms"
import { roleNowOf } from "./fresh"
import { membersPath, suspensionInWords } from "./joining"

/** A member's name in texts about them. */
const nameOf = ({ username }: KnownMembership): string => username ?? "somebody"

const DAY_MS = Duration.toMillis("1 day")

/** A moderator cannot shorten a suspension that is longer than moderators may impose. */
const mayShorten = (communityRole: Inside["communityRole"], target: KnownMembership, now: number) =>
  roleNow(communityRole) !== "owner" &&
  target.status === "suspended" &&
  (target.suspendedUntil ?? 0) > now + SUSPEND_DAYS.moderator * DAY_MS
    ? must(refuse("E-ROLE", { role: "the owner", action: "change a suspension of this length" }))
    : Effect.void

export class MemberChanges extends Effect.Service<MemberChanges>()("communities/members/MemberChanges", {
  dependencies: [MembershipsRepo.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
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
      const isFull = (yield* memberships.moderators(here.community.id)) >= MAX_MODERATORS
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

    const suspend = Effect.fn("MemberChanges.suspend")(function* (
      here: Inside,
      account: AccountAddress,
      days: number,
      reason: string
    ) {
      const { actor, communityRole, target } = yield* meet(here, "moderate", account, "suspend members")
      const isOwner = roleNow(communityRole) === "owner"
      if (!isOwner && days > SUSPEND_DAYS.moderator) {
        return yield* new InvalidFields({ fields: { days: "Enter a whole number of days from 1 to 30." } })
      }
      const now = yield* Clock.currentTimeMillis
      yield* mayShorten(communityRole, target, now)
      const suspendedUntil = now + days * DAY_MS
      yield* notified(here, account, `${here.community.name}: ${suspensionInWords(suspendedUntil)} Reason: ${reason}`)
      yield* memberships.change(target, { status: "suspended", suspendedUntil, reason })
      yield* moderated(here, actor, target, { type: "memberSuspended", action: "suspend", reason })
    }, atomically(sql))

    const unsuspend = Effect.fn("MemberChanges.unsuspend")(function* (
      here: Inside,
      account: AccountAddress,
      reason: string
    ) {
      const { actor, communityRole, target } = yield* meet(here, "moderate", account, "end suspensions")
      const now = yield* Clock.currentTimeMillis
      if (!isSuspended({ membership: target, now })) {
        yield* must(refuse("E-STATE", { thing: "suspension", state: "over", action: "ending it" }))
      }
      yield* mayShorten(communityRole, target, now)
      yield* notified(here, account, `Your suspension in ${here.community.name} has ended.`)
      yield* memberships.change(target, { status: "active", suspendedUntil: null, reason: null })
      yield* moderated(here, actor, target, { type: "memberUnsuspended", action: "unsuspend", reason })
    }, atomically(sql))

    return { setRole, remove, suspend, unsuspend }
  })
}) {}

/** Rows of one statement. */
const BATCH = 500

/**
 * Stores the end of expired suspensions, for lists that look at the status alone. Every rule compares clocks, so a
 * suspension ends on time without this job.
 */
export const suspensionsJob = Effect.map(
  MembershipsRepo,
  ({ endSuspensions }): Job => ({
    name: "suspensions",
    every: "minute",
    run: Effect.asVoid(Effect.repeat(endSuspensions(BATCH), { while: (ended) => ended === BATCH }))
  })
)
