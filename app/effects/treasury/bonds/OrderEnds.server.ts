/** Ends orders without a swap. Runs inside the caller's transaction, which holds the lock of the series. */
import { Effect } from "effect"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import type { Direction, Order, OrderState } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"

/** Why an order failed whose account no longer holds what it gives (docs/product/bonds.md). */
export const SPENT: Readonly<Record<Direction, string>> = {
  buy: "The buyer's account no longer holds the amount",
  redeem: "The holder's account no longer holds the units"
}

export const RAN_OUT = "The time that its wallet gave the order has run out"

interface OrderEnd {
  readonly order: Order
  readonly series: Series
  readonly from: ReadonlyArray<OrderState>
  readonly state: "lapsed" | "withdrawn" | "failed"
  readonly failure?: string
}

const called = { buy: "order of", redeem: "request to redeem" } as const
const happened = { lapsed: "expired unused", failed: "failed" } as const

export class OrderEnds extends Effect.Service<OrderEnds>()("treasury/bonds/OrderEnds", {
  dependencies: [OrdersRepo.Default, PayeeNotices.Default, SeriesRepo.Default],
  effect: Effect.gen(function* () {
    const orders = yield* OrdersRepo
    const repo = yield* SeriesRepo
    const news = yield* PayeeNotices

    /** Returns its units to the sale and deletes the signed part. Returns whether the order was still waiting. */
    const end = Effect.fn("OrderEnds.end")(function* ({ failure, from, order, series, state }: OrderEnd) {
      const moved = yield* orders.move(order.id, from, { state, sealed: null, batchId: null, failure: failure ?? null })
      if (!moved) return false
      if (order.direction === "buy") yield* repo.countReleased(series.id, order.units)
      if (state !== "withdrawn") {
        yield* news.notify({
          to: [order.account],
          type: "order",
          communityId: order.communityId,
          target: `/community/detail/${order.communityId}/bondissued?series=${series.code}`,
          outside: { target: "/userDashboard/bonds" },
          text: `Your ${called[order.direction]} ${series.code} ${happened[state]}. Nothing left your wallet.`,
          importance: "important"
        })
      }
      return true
    })
    return { end }
  })
}) {}
