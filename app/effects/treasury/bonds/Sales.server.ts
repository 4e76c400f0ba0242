/**
 * Orders of buyers and requests of holders, from the form to the signed pre-authorization (docs/product/bonds.md).
 *
 * No money moves here. An order counts once its signed part was checked; first signed, first served.
 */
import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, formatAmount, renderManifest } from "~/ledger/index"
import { PartRefused } from "./errors"
import { REQUEST_LIFE_MS } from "./limits"
import { type OnLedgerSeries, orderManifest, perUnit } from "./manifests"
import type { Order } from "./Order"
import { OrderEnds } from "./OrderEnds.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { type Ask, makeSaleRules } from "./SaleRules.server"
import { type Series, settleBy } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { SignedParts } from "./SignedParts.server"

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
    OrderEnds.Default,
    FeatureFlags.Default,
    SignedParts.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const flags = yield* FeatureFlags
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const relayer = yield* Relayer
    const rules = yield* makeSaleRules
    const { end } = yield* OrderEnds
    const { read, seal } = yield* SignedParts

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
      yield* rules.requireHolding(series, wanted, waiting, yield* rules.heldOf(series, wanted))
      const order = newOrder(series, wanted, yield* randomId(), yield* Clock.currentTimeMillis)
      yield* atomically(sql)(orders.insert(order))
      return {
        orderId: order.id,
        manifest: renderManifest(orderManifest(series, order)),
        expiration: order.expiresAt / 1000,
        total: order.total
      }
    })

    /**
     * Checks a wallet's signed order, encrypts it and counts it; first signed, first served. Runs under the lock of the
     * series, against the present limits.
     */
    const accept = Effect.fn("Sales.accept")(function* (
      who: { readonly communityId: CommunityId; readonly account: AccountAddress },
      orderId: string,
      signedHex: string
    ) {
      const order = yield* orders.findOrFail(who.communityId, orderId)
      if (order.account !== who.account) return yield* new NotThere({})
      // Accepted already: a page that was reloaded may have missed the response.
      if (order.state === "signed" || order.state === "settling" || order.state === "settled") return
      if (order.state !== "prepared") {
        return yield* new WrongState({ thing: "order", state: order.state, action: "signing it" })
      }
      const { account, communityId, direction, expiresAt, seriesId, units } = order
      const series = yield* rules.requireTaken(communityId, seriesId, direction)
      const { hash } = yield* read(signedHex, { account, expiresAt, manifest: orderManifest(series, order) })
      const held = yield* rules.heldOf(series, order)
      const sealed = yield* seal(signedHex, order.id)
      yield* Effect.gen(function* () {
        yield* repo.turn(seriesId)
        // The same signature may arrive twice at once: from a page, and from the same page after a reload.
        const meanwhile = yield* orders.findOrFail(communityId, orderId)
        if (meanwhile.subintentHash === hash) return
        if (yield* orders.isUsed(hash)) return yield* new PartRefused({ what: "it was already used" })
        const current = yield* rules.requireTaken(communityId, seriesId, direction)
        // Another order may have been signed since this one was prepared.
        const { waiting } = yield* rules.requireFit(current, order)
        yield* rules.requireHolding(current, order, waiting, held)
        const seq = yield* repo.countOrdered(seriesId, direction, units)
        const signedAt = yield* Clock.currentTimeMillis
        yield* orders.move(order.id, ["prepared"], { state: "signed", subintentHash: hash, sealed, seq, signedAt })
      }).pipe(atomically(sql))
    })

    /** Withdraws an order; possible until settling starts. */
    const withdraw = Effect.fn("Sales.withdraw")(function* (
      communityId: CommunityId,
      account: AccountAddress,
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
