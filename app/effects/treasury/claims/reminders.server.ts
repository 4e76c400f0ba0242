/**
 * Fourteen days before unclaimed tokens may be taken back, everybody who has not claimed is told once
 * (docs/product/notifications.md, 3.5.9).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Distribution } from "~/effects/treasury/distributions/Distribution"
import { markReminded } from "~/effects/treasury/distributions/reminded.server"

const AHEAD_MS = 14 * 86_400_000
/** Runs in one round; what is left comes with the next. */
const AT_ONCE = 20

export const remindersJob = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notifications = yield* Notifications

  const due = SqlSchema.findAll({
    Request: Schema.Number,
    Result: Distribution,
    execute: (until) => sql`SELECT * FROM distributions
      WHERE reminded = 0 AND recover_after IS NOT NULL AND recover_after <= ${until}
      ORDER BY recover_after, id LIMIT ${AT_ONCE}`
  })

  const remind = (run: Distribution) =>
    Effect.gen(function* () {
      const marked = yield* markReminded(sql, run.id)
      if (marked.length === 0) return
      const waiting = yield* sql<{ readonly account: string }>`SELECT account FROM distribution_rows
        WHERE distribution_id = ${run.id} AND state = 'claimable'`
      const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" })
      yield* notifications.tell({
        to: waiting.map(({ account }) => account),
        type: "claim",
        communityId: run.communityId,
        target: `/community/detail/${run.communityId}/tokenWithdraw`,
        text: `${run.symbol} still waits for you: ${run.title}. After ${day.format(run.recoverAfter ?? 0)} it may be taken back.`,
        importance: "important"
      })
    }).pipe(Effect.orDie, atomically(sql))

  const run = Effect.gen(function* () {
    const rows = yield* due((yield* Clock.currentTimeMillis) + AHEAD_MS)
    yield* Effect.forEach(rows, remind, { discard: true })
  }).pipe(Effect.orDie, Effect.withSpan("remindersJob"))
  return { name: "claim-reminders", every: "hour", run } satisfies Job
})
