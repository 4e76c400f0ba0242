/**
 * Rules for settling orders of a series, and for coupons that must be paid before redemptions (docs/product/bonds.md).
 */
import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { CouponsRepo } from "./CouponsRepo.server"
import { dayText } from "./codes"
import { BatchRefused } from "./errors"
import { isOnLedger } from "./manifests"
import type { Direction } from "./Order"
import { isRunning, type Series, unpaidCoupon } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { tooEarlyToFund, tooEarlyToSettle } from "./tooEarly"
import { stateInWords } from "./words"

const mayPrepare = ({ minRaiseUnits, settleMode, settledUnits, sold, state }: Series, direction: Direction) => {
  if (direction === "redeem") return state === "maturing" || state === "overdue"
  if (state === "open") return settleMode === "rolling"
  return state === "settling" && (settledUnits > 0 || sold >= minRaiseUnits)
}

/** Before and during a sale that can still succeed, and while holders have units. */
export const mayFund = (series: Series, direction: Direction): boolean =>
  direction === "redeem"
    ? isRunning(series.state)
    : series.state === "scheduled" || series.state === "open" || mayPrepare(series, direction)

export class SettlementRules extends Effect.Service<SettlementRules>()("treasury/bonds/SettlementRules", {
  dependencies: [SeriesRepo.Default, CouponsRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* SeriesRepo
    const payments = yield* CouponsRepo

    /** Coupons are paid to holders of units, so anyone who redeems before would lose the last one. */
    const requirePaid = Effect.fnUntraced(function* (series: Series) {
      const paidOf = yield* payments.paidOf([series])
      const due = unpaidCoupon(paidOf(series), yield* Clock.currentTimeMillis)
      if (due === null) return
      return yield* new BatchRefused({
        message: `Pay the coupon of ${dayText(due)} first: anyone who redeems units before it is paid would lose it.`
      })
    })

    /** Returns the series if orders of this direction can be settled now; fails otherwise. */
    const requireMaySettle = Effect.fnUntraced(function* (communityId: CommunityId, id: string, direction: Direction) {
      const series = yield* repo.findOrFail(communityId, id)
      if (!isOnLedger(series)) return yield* new NotThere({})
      if (mayPrepare(series, direction)) {
        if (direction === "redeem") yield* requirePaid(series)
        return series
      }
      if (direction === "buy" && series.state === "settling") {
        return yield* new BatchRefused({
          message: `The minimum of ${series.minRaiseUnits} units was not reached. Cancel the series.`
        })
      }
      const early = tooEarlyToSettle(series, direction, yield* Clock.currentTimeMillis)
      if (early !== null) return yield* early
      return yield* new WrongState({
        thing: "bond series",
        state: stateInWords(series.state),
        action: direction === "buy" ? "settling orders" : "redeeming"
      })
    })

    /** Returns the series if escrow makes sense for this direction: before and during a sale, or while it runs. */
    const requireEscrow = Effect.fnUntraced(function* (communityId: CommunityId, id: string, direction: Direction) {
      const series = yield* repo.findOrFail(communityId, id)
      if (!isOnLedger(series)) return yield* new NotThere({})
      if (mayFund(series, direction)) return series
      const early = tooEarlyToFund(series, direction)
      if (early !== null) return yield* early
      return yield* new WrongState({
        thing: "bond series",
        state: stateInWords(series.state),
        action: "putting money for it in escrow"
      })
    })

    return { requireMaySettle, requireEscrow }
  })
}) {}
