/** How orders end without a swap. Runs inside the transaction of whoever ends them, after the series' turn was taken. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { Direction, Order, OrderState } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import type { Series } from "./Series"

/** docs/product/bonds.md, 3.5.6, and the same for who gives units. */
export const SPENT: Readonly<Record<Direction, string>> = {
  buy: "The buyer's account no longer holds the amount",
  redeem: "The holder's account no longer holds the units"
}

export const RAN_OUT = "The time its wallet gave the order has run out"

interface End {
  readonly order: Order
  readonly series: Series
  readonly from: ReadonlyArray<OrderState>
  readonly state: "lapsed" | "withdrawn" | "failed"
  readonly failure?: string
}

const called = { buy: "order of", redeem: "request to redeem" } as const
const happened = { lapsed: "expired unused", failed: "failed" } as const

export const makeEnds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const orders = yield* OrdersRepo
  const notifications = yield* Notifications

  /** Gives its units back to the sale and forgets what was signed. Answers whether it was still waiting. */
  const end = Effect.fn("bonds.endOrder")(function* ({ failure, from, order, series, state }: End) {
    const moved = yield* orders.move(order.id, from, { state, sealed: null, batchId: null, failure: failure ?? null })
    if (!moved) return false
    if (order.direction === "buy") {
      yield* Effect.orDie(sql`UPDATE bond_series SET sold = sold - ${order.units} WHERE id = ${series.id}`)
    }
    if (state !== "withdrawn") {
      yield* notifications.tell({
        to: [order.account],
        type: "order",
        communityId: order.communityId,
        target: `/community/detail/${order.communityId}/bondissued?series=${series.code}`,
        text: `Your ${called[order.direction]} ${series.code} ${happened[state]}. Nothing left your wallet.`,
        importance: "important"
      })
    }
    return true
  })
  return end
})
