/** Skips days of a recurring payout, or includes them again (docs/product/treasury.md). */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import type { Distribution } from "../Distribution"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionCounters } from "../DistributionCounters.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { RunEnds } from "../RunEnds.server"

export class RecurringPayouts extends Effect.Service<RecurringPayouts>()("treasury/payouts/RecurringPayouts", {
  dependencies: [
    DistributionBatches.Default,
    DistributionCounters.Default,
    DistributionsRepo.Default,
    EscrowsRepo.Default,
    RunEnds.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const batches = yield* DistributionBatches
    const repo = yield* DistributionsRepo
    const escrows = yield* EscrowsRepo
    const { recount } = yield* DistributionCounters
    const { finish } = yield* RunEnds

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
      const done = yield* recount([run.id])
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
      yield* recount([run.id])
    }, atomically(sql))

    return { skip, unskip }
  })
}) {}
