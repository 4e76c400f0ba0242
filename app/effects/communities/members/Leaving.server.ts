/** Leaves a community, or withdraws an application (docs/product/communities.md). */
import { Clock, Duration, Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { TooMany } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"

/** Limits the joins, applications and departures of one account in a day, because each of them notifies others. */
const MOVES_A_DAY = 20
const DAY_MS = Duration.toMillis("1 day")

export const makeDailyMoves = Effect.gen(function* () {
  const sql = yield* Sql

  const select = findAll({
    Request: Schema.Struct({ account: AccountAddress, since: Schema.Number }),
    Result: Schema.Struct({ at: Schema.Number }),
    execute: ({ account, since }) => sql`SELECT at FROM activity_events
      WHERE actor = ${account} AND at > ${since}
        AND type IN ('joined', 'left', 'applied', 'applicationWithdrawn')
      ORDER BY at DESC LIMIT ${MOVES_A_DAY}`
  })

  /** Fails if today's limit is reached. */
  const requireFit = Effect.fn("Leaving.requireFit")(function* (account: AccountAddress) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* select({ account, since: now - DAY_MS })
    const oldest = rows.at(-1)
    if (oldest === undefined || rows.length < MOVES_A_DAY) return
    const until = oldest.at + DAY_MS
    const time = new Date(until).toISOString().slice(11, 16)
    return yield* new TooMany({
      message: `You have reached today's limit of ${MOVES_A_DAY} joins and departures. It resets at ${time} UTC.`,
      retryAfter: Math.ceil((until - now) / 1_000)
    })
  })

  return { requireFit }
})

export class Leaving extends Effect.Service<Leaving>()("communities/members/Leaving", {
  dependencies: [MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const moves = yield* makeDailyMoves
    const activity = yield* Activity
    const notifications = yield* Notifications

    /**
     * A member who leaves stays suspended, and a removed person who withdraws an application is removed again, so
     * neither can be evaded.
     */
    const leave = Effect.fn("Leaving.leave")(function* (here: Inside) {
      const { community } = here
      const account = yield* actorOf(here.communityRole, permissions.leave(here.communityRole))
      yield* memberships.withLock(community.id)
      const known = (yield* memberships.findSome(community.id, [account])).get(account)
      const communityRole = roleNowOf(here.communityRole, known)
      yield* must(permissions.leave(communityRole))
      if (known === undefined) return
      yield* moves.requireFit(account)
      const isApplication = known.status === "applied"
      const status = isApplication && known.ownerDecides === 1 ? "removed" : "left"
      if (isApplication) yield* notifications.settle("applicationReceived", community.id, account)
      yield* memberships.change(known, { status, role: "member", applicationNote: null, ownerDecides: 0 })
      yield* activity.record({
        communityId: community.id,
        actor: account,
        type: isApplication ? "applicationWithdrawn" : "left",
        target: membersPath(community.id),
        visibility: isApplication ? "moderators" : "public"
      })
    }, atomically(sql))

    return { leave }
  })
}) {}
