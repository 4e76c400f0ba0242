/** Suspends members, and ends suspensions early. */
import { Clock, Duration, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { isSuspended, roleNow } from "~/effects/access/permissions"
import { refuse } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MembershipBatches } from "~/effects/communities/communities/MembershipBatches.server"
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { SUSPEND_DAYS } from "./forms"
import { suspensionInWords } from "./joining"

import { MemberChanges } from "./MemberChanges.server"

const DAY_MS = Duration.toMillis("1 day")

/** A moderator cannot shorten a suspension that is longer than moderators may impose. */
const mayShorten = (communityRole: Inside["communityRole"], target: KnownMembership, now: number) =>
  roleNow(communityRole) !== "owner" &&
  target.status === "suspended" &&
  (target.suspendedUntil ?? 0) > now + SUSPEND_DAYS.moderator * DAY_MS
    ? must(refuse("E-ROLE", { role: "the owner", action: "change a suspension of this length" }))
    : Effect.void

export class Suspensions extends Effect.Service<Suspensions>()("communities/members/Suspensions", {
  dependencies: [MembershipsRepo.Default, MemberChanges.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const acts = yield* MemberChanges

    const suspend = Effect.fn("Suspensions.suspend")(function* (
      here: Inside,
      account: AccountAddress,
      days: number,
      reason: string
    ) {
      const { actor, communityRole, target } = yield* acts.meet(here, "moderate", account, "suspend members")
      const isOwner = roleNow(communityRole) === "owner"
      if (!isOwner && days > SUSPEND_DAYS.moderator) {
        return yield* new InvalidFields({ fields: { days: "Enter a whole number of days from 1 to 30." } })
      }
      const now = yield* Clock.currentTimeMillis
      yield* mayShorten(communityRole, target, now)
      const suspendedUntil = now + days * DAY_MS
      yield* acts.notified(
        here,
        account,
        `${here.community.name}: ${suspensionInWords(suspendedUntil)} Reason: ${reason}`
      )
      yield* memberships.change(target, { status: "suspended", suspendedUntil, reason })
      yield* acts.moderated(here, actor, target, { type: "memberSuspended", action: "suspend", reason })
    }, atomically(sql))

    const unsuspend = Effect.fn("Suspensions.unsuspend")(function* (
      here: Inside,
      account: AccountAddress,
      reason: string
    ) {
      const { actor, communityRole, target } = yield* acts.meet(here, "moderate", account, "end suspensions")
      const now = yield* Clock.currentTimeMillis
      if (!isSuspended({ membership: target, now })) {
        yield* must(refuse("E-STATE", { thing: "suspension", state: "over", action: "ending it" }))
      }
      yield* mayShorten(communityRole, target, now)
      yield* acts.notified(here, account, `Your suspension in ${here.community.name} has ended.`)
      yield* memberships.change(target, { status: "active", suspendedUntil: null, reason: null })
      yield* acts.moderated(here, actor, target, { type: "memberUnsuspended", action: "unsuspend", reason })
    }, atomically(sql))

    return { suspend, unsuspend }
  })
}) {}

/** Rows of one statement. */
const BATCH = 500

/**
 * Stores the end of expired suspensions, for lists that look at the status alone. Every rule compares clocks, so a
 * suspension ends on time without this job.
 */
export const suspensionsJob = Effect.map(
  MembershipBatches,
  ({ endSuspensions }): Job => ({
    name: "suspensions",
    every: "minute",
    run: Effect.asVoid(Effect.repeat(endSuspensions(BATCH), { while: (ended) => ended === BATCH }))
  })
)
