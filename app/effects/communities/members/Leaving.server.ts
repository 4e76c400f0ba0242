/** Leaves a community, or withdraws an application (docs/product/communities.md). */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { DailyMoves } from "./DailyMoves.server"
import { standingOf } from "./fresh"
import { membersPath } from "./joining"

export class Leaving extends Effect.Service<Leaving>()("communities/members/Leaving", {
  dependencies: [DailyMoves.Default, MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const moves = yield* DailyMoves
    const activity = yield* Activity
    const notifications = yield* Notifications

    /**
     * A member who leaves stays suspended, and a removed person who withdraws an application is removed again, so
     * neither can be evaded.
     */
    const leave = Effect.fn("Leaving.leave")(function* (here: Inside) {
      const { community } = here
      const account = actorOf(here.standing)
      yield* memberships.withLock(community.id)
      const known = (yield* memberships.findSome(community.id, [account])).get(account)
      const standing = standingOf(here.standing, known)
      yield* must(permissions.leave(standing))
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
