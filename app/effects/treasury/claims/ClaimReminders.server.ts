/**
 * Fourteen days before unclaimed tokens may be taken back, everybody who has not claimed is told once
 * (docs/product/notifications.md, 3.5.9).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { Distribution } from "~/effects/treasury/distributions/Distribution"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"

const AHEAD_MS = 14 * 86_400_000
/** Runs in one round; what is left comes with the next. */
const AT_ONCE = 20

export class ClaimReminders extends Effect.Service<ClaimReminders>()("effects/ClaimReminders", {
  dependencies: [DistributionsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* DistributionsRepo
    const notifications = yield* Notifications

    const due = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Distribution,
      execute: (until) => sql`SELECT * FROM distributions
        WHERE reminded = 0 AND recover_after IS NOT NULL AND recover_after <= ${until}
        ORDER BY recover_after, id LIMIT ${AT_ONCE}`
    })
    const waiting = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: Schema.String }),
      execute: (id) => sql`SELECT account FROM distribution_rows WHERE distribution_id = ${id} AND state = 'claimable'`
    })

    const remind = Effect.fnUntraced(
      function* ({ communityId, id, recoverAfter, symbol, title }: Distribution) {
        if (!(yield* repo.markReminded(id))) return
        yield* notifications.tell({
          to: (yield* waiting(id)).map(({ account }) => account),
          type: "claim",
          communityId,
          target: `/community/detail/${communityId}/tokenWithdraw`,
          text: `${symbol} still waits for you: ${title}. After ${inUtc("day", recoverAfter ?? 0)} it may be taken back.`,
          importance: "important"
        })
      },
      Effect.orDie,
      atomically(sql)
    )

    const hour = Effect.gen(function* () {
      const runs = yield* due((yield* Clock.currentTimeMillis) + AHEAD_MS)
      yield* Effect.forEach(runs, remind, { discard: true })
    }).pipe(Effect.orDie, Effect.withSpan("remindersJob"))
    return { hour }
  })
}) {}

export const remindersJob = Effect.map(
  ClaimReminders,
  ({ hour }): Job => ({ name: "claim-reminders", every: "hour", run: hour })
)
