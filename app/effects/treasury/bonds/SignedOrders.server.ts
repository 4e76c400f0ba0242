/** Checks a wallet's signed order, encrypts it and counts it; first signed, first served (docs/product/bonds.md). */
import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { AccountMeans } from "./AccountMeans.server"
import { PartRefused } from "./errors"
import { orderManifest } from "./manifests"
import { OrdersRepo } from "./OrdersRepo.server"
import { SaleRules } from "./SaleRules.server"
import { SealedOrders } from "./SealedOrders.server"
import { SeriesCounters } from "./SeriesCounters.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { SignedParts } from "./SignedParts.server"

export const makeSignedOrders = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const orders = yield* OrdersRepo
  const counters = yield* SeriesCounters
  const rules = yield* SaleRules
  const means = yield* AccountMeans
  const parts = yield* SignedParts
  const { seal } = yield* SealedOrders

  /** Runs under the lock of the series, against the present limits. */
  const accept = Effect.fn("SignedOrders.accept")(function* (
    who: { readonly communityId: CommunityId; readonly account: string },
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
    const { hash } = yield* parts.read(signedHex, { account, expiresAt, manifest: orderManifest(series, order) })
    const held = yield* means.heldOf(series, order)
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
      yield* means.requireHolding(current, order, waiting, held)
      const seq = yield* counters.ordered(seriesId, direction, units)
      const signedAt = yield* Clock.currentTimeMillis
      yield* orders.move(order.id, ["prepared"], { state: "signed", subintentHash: hash, sealed, seq, signedAt })
    }).pipe(atomically(sql))
  })

  return { accept }
})
