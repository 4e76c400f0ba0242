/** What becomes of acts by themselves, minute by minute: the ledger decides, and keepers are reminded once a day. */

import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { Walks } from "~/effects/base/jobs/Walks.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ActOutcomes } from "./ActOutcomes.server"
import { ActsRepo } from "./ActsRepo.server"
import { actName } from "./actWords"
import { placesOf } from "./place.server"

const DAY_MS = 86_400_000
/** Who has not approved by then is not reminded any more. */
const MOST_MS = 30 * DAY_MS

export class KeeperLife extends Effect.Service<KeeperLife>()("effects/keepers/KeeperLife", {
  accessors: true,
  dependencies: [ActsRepo.Default, ActOutcomes.Default, Walks.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const acts = yield* ActsRepo
    const { check } = yield* ActOutcomes
    const notifications = yield* Notifications
    const { walk } = yield* Walks
    const placeOf = placesOf(sql)

    const lookAtSent = Effect.fn("KeeperLife.lookAtSent")(function* (id: string) {
      const act = Option.getOrUndefined(yield* acts.find(id))
      if (act?.state !== "sent") return
      const place = Option.flatMap(yield* placeOf(act.communityId), onLedger)
      if (Option.isSome(place)) yield* known(check(act, place.value))
    })

    /** What waits for keepers longer than a day is told of again, each day of a month. */
    const remind = Effect.fn("KeeperLife.remind")(function* (id: string) {
      const now = yield* Clock.currentTimeMillis
      const act = Option.getOrUndefined(yield* acts.find(id))
      if (act?.state !== "waiting" || now - (act.remindedAt ?? act.createdAt) < DAY_MS) return
      if (now - act.createdAt > MOST_MS) return
      const place = Option.getOrUndefined(yield* placeOf(act.communityId))
      yield* Effect.gen(function* () {
        yield* acts.reminded(id, now)
        yield* notifications.tell({
          to: (yield* acts.seats(act.communityId)).map(({ account }) => account),
          type: "keepers",
          communityId: act.communityId,
          target: keepersHref(act.communityId, act.number),
          text: `${actName(act)} of ${place?.name ?? "your community"} still waits for its keepers.`,
          importance: "important"
        })
      }).pipe(atomically(sql))
    })

    const keyOf = (id: string) => id
    const minute = inParts({
      sent: walk({ job: "keepers.sent", after: acts.inState("sent"), keyOf, look: lookAtSent }),
      reminders: walk({ job: "keepers.reminders", after: acts.inState("waiting"), keyOf, look: remind })
    }).pipe(Effect.withSpan("keepers.lifeCycle"))

    return { minute }
  })
}) {}

export const keepersJob = Effect.map(
  KeeperLife,
  ({ minute }): Job => ({ name: "keepers", every: "minute", run: minute })
)
