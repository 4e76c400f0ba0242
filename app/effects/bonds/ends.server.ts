/** How orders end without a swap. Runs inside the transaction of whoever ends them, after the series' turn was taken. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { Notifications } from "../notifications/Notifications.server"
import type { Order, OrderState } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import type { Series } from "./Series"

/** Product 3.5.6. */
export const SPENT = "The buyer's account no longer holds the amount"

interface End {
  readonly order: Order
  readonly series: Series
  readonly from: ReadonlyArray<OrderState>
  readonly state: "lapsed" | "withdrawn" | "failed"
  readonly failure?: string
}

const tellings = {
  lapsed: (code: string) => `Your order of ${code} expired unused. Nothing left your wallet.`,
  failed: (code: string) => `Your order of ${code} failed. Nothing left your wallet.`
}

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
        text: tellings[state](series.code),
        importance: "important"
      })
    }
    return true
  })
  return end
})
