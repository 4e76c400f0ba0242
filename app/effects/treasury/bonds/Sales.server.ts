/**
 * Orders of buyers and requests of holders, from the form to the signed pre-authorization (docs/product/bonds.md).
 *
 * No money moves here. An order counts once its signed part was checked; first signed, first served.
 */

import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { SealedOrders } from "~/effects/treasury/bonds/SealedOrders.server"
import { SeriesCounters } from "~/effects/treasury/bonds/SeriesCounters.server"
import { SignedParts } from "~/effects/treasury/bonds/SignedParts.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, formatAmount, renderManifest } from "~/ledger/index"
import { AccountMeans, type Ask } from "./AccountMeans.server"
import { REQUEST_LIFE_MS } from "./limits"
import { type OnLedgerSeries, orderManifest, perUnit } from "./manifests"
import type { Order } from "./Order"
import { OrderEnds } from "./OrderEnds.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { SaleRules } from "./SaleRules.server"
import { type Series, settleBy } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { makeSignedOrders } from "./SignedOrders.server"

/** An order as a form submits it. */
export interface Wanted extends Ask {
  readonly communityId: CommunityId
  readonly seriesId: string
}

/** A request ends before holders can take the collateral, so that the ledger never does both. */
const redeemBy = ({ collateralFrom }: Series, now: number): number =>
  Math.min(now + REQUEST_LIFE_MS, collateralFrom ?? Number.POSITIVE_INFINITY)

const newOrder = (series: OnLedgerSeries, wanted: Wanted, id: string, now: number): Order => ({
  id,
  seriesId: wanted.seriesId,
  communityId: wanted.communityId,
  direction: wanted.direction,
  account: wanted.account,
  units: wanted.units,
  total: formatAmount(amountOf(perUnit(series, wanted.direction)) * BigInt(wanted.units)),
  state: "prepared",
  subintentHash: null,
  sealed: null,
  seq: null,
  signedAt: null,
  // Whole seconds, as in a wallet's header.
  expiresAt: Math.floor((wanted.direction === "buy" ? settleBy(series) : redeemBy(series, now)) / 1000) * 1000,
  batchId: null,
  txId: null,
  failure: null,
  createdAt: now,
  updatedAt: now
})

export class Sales extends Effect.Service<Sales>()("treasury/bonds/Sales", {
  dependencies: [
    SeriesRepo.Default,
    OrdersRepo.Default,
    Relayer.Default,
    SaleRules.Default,
    AccountMeans.Default,
    OrderEnds.Default,
    FeatureFlags.Default,
    SeriesCounters.Default,
    SignedParts.Default,
    SealedOrders.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const flags = yield* FeatureFlags
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const relayer = yield* Relayer
    const rules = yield* SaleRules
    const means = yield* AccountMeans
    const { end } = yield* OrderEnds
    const { accept } = yield* makeSignedOrders

    /** Prepares what the wallet is to sign. The order does not count yet. */
    const prepare = Effect.fn("Sales.prepare")(function* (wanted: Wanted) {
      yield* relayer.must
      // The feature flag stops buying only; redemptions go on.
      if (wanted.direction === "buy") yield* flags.must("bonds")
      const { communityId, direction, seriesId, units } = wanted
      if (!Number.isInteger(units) || units < 1 || units > 1_000_000) {
        return yield* new InvalidFields({ fields: { units: "Units: a whole number." } })
      }
      const series = yield* rules.requireTaken(communityId, seriesId, direction)
      const { waiting } = yield* rules.requireFit(series, wanted)
      yield* means.requireHolding(series, wanted, waiting, yield* means.heldOf(series, wanted))
      const order = newOrder(series, wanted, yield* randomId(), yield* Clock.currentTimeMillis)
      yield* atomically(sql)(orders.insert(order))
      return {
        orderId: order.id,
        manifest: renderManifest(orderManifest(series, order)),
        expiration: order.expiresAt / 1000,
        total: order.total
      }
    })

    /** Withdraws an order; possible until settling starts. */
    const withdraw = Effect.fn("Sales.withdraw")(function* (
      communityId: CommunityId,
      account: string,
      orderId: string
    ) {
      const order = yield* orders.findOrFail(communityId, orderId)
      if (order.account !== account) return yield* new NotThere({})
      const series = yield* repo.findOrFail(communityId, order.seriesId)
      yield* repo.turn(series.id)
      const isSettling = order.direction === "buy" && series.state !== "open"
      const ended = !isSettling && (yield* end({ order, series, from: ["signed"], state: "withdrawn" }))
      if (!ended) {
        return yield* new WrongState({
          thing: "order",
          state: isSettling && order.state === "signed" ? "being settled" : order.state,
          action: "withdrawing it"
        })
      }
      return series.code
    }, atomically(sql))

    return { prepare, accept, withdraw }
  })
}) {}
