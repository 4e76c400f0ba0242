/**
 * Notifies the recipients and the author of a recurring payout three days before each day, once, while it is in escrow.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { DistributionId, pathOf } from "../Distribution"
import { DistributionsRepo } from "../DistributionsRepo.server"

const AHEAD_MS = 3 * 86_400_000

const Due = Schema.Struct({ id: DistributionId, dueAt: Schema.Number })

export class RecurringNotices extends Effect.Service<RecurringNotices>()("treasury/payouts/RecurringNotices", {
  accessors: true,
  dependencies: [DistributionsRepo.Default, PayeeNotices.Default, WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* DistributionsRepo
    const notifications = yield* Notifications
    const news = yield* PayeeNotices
    const { scan } = yield* WorkQueue

    const soon = findAll({
      Request: Schema.Struct({ after: Schema.String, now: Schema.Number, until: Schema.Number, limit: Schema.Int }),
      Result: Due,
      execute: ({ after, limit, now, until }) => sql`SELECT d.id, MIN(b.due_at) AS due_at FROM distribution_chunks b
        JOIN distributions d ON d.id = b.distribution_id
        JOIN escrows p ON p.subject_id = d.id AND p.state = 'funded'
        WHERE b.due_at > ${now} AND b.due_at <= ${until} AND b.state = 'ready' AND d.state = 'running' AND d.paused = 0
          AND b.due_at > d.announced_until AND d.id > ${after}
        GROUP BY d.id ORDER BY d.id LIMIT ${limit}`
    })
    const recipients = findAll({
      Request: Due,
      Result: Schema.Struct({ account: AccountAddress }),
      execute: ({ dueAt, id }) => sql`SELECT r.account FROM distribution_rows r
        JOIN users u ON u.account_address = r.account AND u.status = 'active'
        WHERE r.distribution_id = ${id} AND r.due_at = ${dueAt} AND r.state = 'valid' ORDER BY r.line`
    })

    const announce = Effect.fn("RecurringNotices.announce")(function* ({ dueAt, id }: typeof Due.Type) {
      const run = Option.getOrUndefined(yield* Effect.option(repo.mustBe({ id }, ["running"], "announcing it")))
      if (run === undefined || run.announcedUntil >= dueAt) return
      yield* repo.update(id, { announcedUntil: dueAt })
      const paid = (yield* recipients({ id, dueAt })).map(({ account }) => account)
      const notified = { type: "payout", communityId: run.communityId, importance: "normal" } as const
      const text = `“${run.title}” pays again on ${inUtc("day", dueAt)}.`
      // Recipients are sent to their claims, because the payout's own page is open to treasury holders only until it is
      // done.
      const others = [...new Set(paid)].filter((account) => account !== run.account)
      const outside = { text: `${run.symbol} is paid to you again on ${inUtc("day", dueAt)}.` }
      yield* news.notify({ ...notified, text, to: others, target: claimsHref(run.communityId), outside })
      yield* notifications.notify({ ...notified, text, to: [run.account], target: pathOf(run.communityId, run.number) })
    }, atomically(sql))

    const minute = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      scan({
        job: "payouts.announced",
        after: (last: typeof Due.Type | null, limit) =>
          soon({ after: last?.id ?? "", now, until: now + AHEAD_MS, limit }),
        keyOf: ({ id }) => id,
        check: announce
      })
    ).pipe(Effect.withSpan("payouts.announced"))

    return { minute }
  })
}) {}

export const recurringJob = Effect.map(
  RecurringNotices,
  ({ minute }): Job => ({ name: "payouts.announced", every: "minute", run: minute })
)
