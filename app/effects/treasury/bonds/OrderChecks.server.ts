/** Finds orders that would fail in any batch, from the ledger's state, before the dry run (docs/product/bonds.md). */
import { Effect } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { exchangeOf, type OnLedgerSeries } from "./manifests"
import type { Order } from "./Order"
import { RAN_OUT, SPENT } from "./OrderEnds.server"
import { SealedOrders } from "./SealedOrders.server"

/** An order, and why it would fail. */
export interface Failing {
  readonly order: Order
  readonly failure: string
}

export const makeOrderChecks = Effect.gen(function* () {
  const ledger = yield* Ledger
  const { partOf } = yield* SealedOrders

  /**
   * Orders whose account does not hold what they give. An account with two orders is served as far as its balance
   * goes.
   */
  const spent = Effect.fnUntraced(function* (series: OnLedgerSeries, orders: ReadonlyArray<Order>) {
    const [first] = orders
    if (first === undefined) return new Set<string>()
    const { gives } = exchangeOf(series, first)
    const accounts = [...new Set(orders.map(({ account }) => account))]
    const { byAccount } = yield* Effect.mapError(
      ledger.balancesOf(gives.resource, accounts),
      (cause) => new GatewayDown({ cause })
    )
    const rest = new Map(accounts.map((each) => [each, amountOf(byAccount.get(each) ?? NOTHING)]))
    return new Set(
      orders.flatMap((order) => {
        const left = (rest.get(order.account) ?? 0n) - exchangeOf(series, order).gives.amount
        if (left < 0n) return [order.id]
        rest.set(order.account, left)
        return []
      })
    )
  })

  /**
   * Orders whose wallet chose fewer epochs than they had to wait; with one of them a batch is not a valid
   * transaction.
   */
  const ranOut = (orders: ReadonlyArray<Order>, epoch: number) =>
    Effect.map(
      Effect.filter(orders, (order) =>
        Effect.map(partOf(order), ({ partial }) => partial.root.core.header.endEpoch <= BigInt(epoch) + 1n)
      ),
      (over) => new Set(over.map(({ id }) => id))
    )

  /** Splits the orders into those to run dry, in order, and those that would fail in any batch. */
  const check = Effect.fn("OrderChecks.check")(function* (
    series: OnLedgerSeries,
    wanted: ReadonlyArray<Order>,
    epoch: number
  ) {
    const over = yield* ranOut(wanted, epoch)
    const valid = wanted.filter(({ id }) => !over.has(id))
    const without = yield* spent(series, valid)
    const failed = wanted.flatMap((order): ReadonlyArray<Failing> => {
      if (over.has(order.id)) return [{ order, failure: RAN_OUT }]
      return without.has(order.id) ? [{ order, failure: SPENT[order.direction] }] : []
    })
    return { able: valid.filter(({ id }) => !without.has(id)), failed }
  })

  return { check }
})
