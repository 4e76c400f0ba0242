/**
 * Records who held units when a coupon fell due (docs/product/bonds.md). The minute job reads the ledger as soon as
 * that moment is over and stores the holders, so a coupon prepared later goes to the same accounts.
 */
import { Clock, Effect, Option } from "effect"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { type CouponKey, CouponsRepo } from "./CouponsRepo.server"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import { SeriesRepo } from "./SeriesRepo.server"
import { UnitHolders } from "./UnitHolders.server"

export class CouponRecords extends Effect.Service<CouponRecords>()("treasury/bonds/CouponRecords", {
  dependencies: [CouponsRepo.Default, SeriesRepo.Default, UnitHolders.Default, WorkQueue.Default],
  effect: Effect.gen(function* () {
    const coupons = yield* CouponsRepo
    const repo = yield* SeriesRepo
    const { holdersAt } = yield* UnitHolders
    const { scan } = yield* WorkQueue

    /** Reads the holders once; fails only if the ledger cannot be read. */
    const record = Effect.fn("CouponRecords.record")(function* (series: OnLedgerSeries, dueAt: number) {
      yield* coupons.record({ seriesId: series.id, dueAt }, yield* holdersAt(series, dueAt))
    })

    const checkOne = Effect.fnUntraced(function* ({ dueAt, seriesId }: CouponKey) {
      const series = Option.getOrUndefined(yield* repo.find(seriesId))
      if (series !== undefined && isOnLedger(series)) yield* record(series, dueAt)
    })

    /** Runs with the minute job. */
    const poll = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      scan({
        job: "bonds.coupon-records",
        after: coupons.unrecorded(now),
        keyOf: ({ dueAt, seriesId }) => `${seriesId} ${dueAt}`,
        check: checkOne
      })
    )

    return { record, poll }
  })
}) {}
