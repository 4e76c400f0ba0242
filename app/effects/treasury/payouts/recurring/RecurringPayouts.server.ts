/** Skips days of a recurring payout or includes them again, and announces each day (docs/product/treasury.md). */
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
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import { type Distribution, DistributionId, pathOf } from "../Distribution"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { makeRunEnds } from "../RunEnds.server"

export class RecurringPayouts extends Effect.Service<RecurringPayouts>()("treasury/payouts/RecurringPayouts", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    EscrowsRepo.Default,
    ExecutionOutcomes.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const batches = yield* DistributionBatches
    const repo = yield* DistributionsRepo
    const escrows = yield* EscrowsRepo
    const { finish } = yield* makeRunEnds

    const mark = Effect.fnUntraced(function* (id: string, dueAt: number, isSkipped: boolean) {
      const at = yield* Clock.currentTimeMillis
      const [batch, row] = isSkipped ? ["skipped", "skipped"] : ["ready", "valid"]
      yield* sql`UPDATE distribution_chunks SET state = ${batch}, updated_at = ${at}
        WHERE distribution_id = ${id} AND due_at = ${dueAt}`
      yield* sql`UPDATE distribution_rows SET state = ${row}
        WHERE distribution_id = ${id} AND due_at = ${dueAt} AND state IN ('valid', 'skipped')`
      // Another day may be the next one now.
      yield* escrows.wake(id)
    })

    const ofDay = (id: string, dueAt: number) =>
      Effect.map(batches.all(id), (all) => all.filter((batch) => batch.dueAt === dueAt))

    /** Allowed until the first batch of the day is sent. Its money stays in escrow and is refunded at the end. */
    const skip = Effect.fn("RecurringPayouts.skip")(function* (given: Distribution, dueAt: number) {
      const run = yield* repo.mustBe(given, ["running"], "skipping a payout")
      const day = inUtc("day", dueAt)
      const found = yield* ofDay(run.id, dueAt)
      if (found.length === 0) return yield* refused(`No payment is due on ${day}.`)
      if (found.every(({ state }) => state === "skipped")) return
      if (found.some(({ state, stepId }) => state !== "ready" || stepId !== null)) {
        return yield* refused(`The payout of ${day} has begun. Pause or stop the whole payout instead.`)
      }
      yield* mark(run.id, dueAt, true)
      const done = yield* repo.recount([run.id])
      if (done.length > 0) yield* finish(run, null)
    }, atomically(sql))

    /** Only before its day. */
    const unskip = Effect.fn("RecurringPayouts.unskip")(function* (given: Distribution, dueAt: number) {
      const run = yield* repo.mustBe(given, ["running"], "no longer skipping it")
      const day = inUtc("day", dueAt)
      if (dueAt <= (yield* Clock.currentTimeMillis))
        return yield* refused(`${day} is in the past, so it stays skipped.`)
      const found = yield* ofDay(run.id, dueAt)
      if (!found.some(({ state }) => state === "skipped")) return
      yield* mark(run.id, dueAt, false)
      yield* repo.recount([run.id])
    }, atomically(sql))

    return { skip, unskip }
  })
}) {}

const AHEAD_MS = 3 * 86_400_000

const Due = Schema.Struct({ id: DistributionId, dueAt: Schema.Number })

/**
 * Notifies the recipients and the author of a recurring payout three days before each day, once, while it is in escrow.
 */
export const makeRecurringNotices = Effect.gen(function* () {
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

  const announce = Effect.fn("RecurringPayouts.announce")(function* ({ dueAt, id }: typeof Due.Type) {
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

export const recurringJob = Effect.map(
  makeRecurringNotices,
  ({ minute }): Job => ({ name: "payouts.announced", every: "minute", run: minute })
)
