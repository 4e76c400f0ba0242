/**
 * Sales: orders of buyers and requests of holders, from the form to the signed pre-authorization (R-B4 to R-B6).
 *
 * Nothing leaves a wallet here. An order counts from the moment its signed part was checked; first signed, first served.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { GatewayDown, InvalidFields, NotThere, TooMany, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { amountOf, formatAmount, type PublicKey, renderManifest } from "~/ledger/index"
import { makeEnds } from "./ends.server"
import { PartRefused } from "./errors"
import { DAY_MS, ORDERS_A_DAY, REQUEST_LIFE_MS } from "./limits"
import { isOnLedger, type OnLedgerSeries, orderManifest, perUnit } from "./manifests"
import { type Ask, makeMeans } from "./means.server"
import type { Direction, Order } from "./Order"
import { OrdersRepo, type SaleTotals } from "./OrdersRepo.server"
import { SealedOrders } from "./SealedOrders.server"
import { settleBy } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { Settler } from "./Settler.server"
import { readSignedPart } from "./signedPart"
import { unitsRefused } from "./unitsRefused"
import { stateInWords } from "./words"

export interface Wanted extends Ask {
  readonly communityId: CommunityId
  readonly seriesId: string
}

const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })

export class Sales extends Effect.Service<Sales>()("effects/bonds/Sales", {
  dependencies: [SeriesRepo.Default, OrdersRepo.Default, Settler.Default, SealedOrders.Default, Ownership.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const settler = yield* Settler
    const sealedOrders = yield* SealedOrders
    const ledger = yield* Ledger
    const ownership = yield* Ownership
    const end = yield* makeEnds
    const { heldOf, mustHold } = yield* makeMeans

    /** In the state in which orders of this direction are taken. */
    const mustTake = Effect.fnUntraced(function* (communityId: string, seriesId: string, direction: Direction) {
      const series = yield* repo.mustFind(communityId, seriesId)
      if (!isOnLedger(series)) return yield* new NotThere({})
      const now = yield* Clock.currentTimeMillis
      const isOpen =
        direction === "buy"
          ? series.state === "open" && now < series.saleClosesAt
          : (series.state === "maturing" || series.state === "overdue") && now >= series.maturesAt
      if (isOpen) return series
      // Over by the clock, while the minute job has not closed it yet.
      const isClosing = direction === "buy" && series.state === "open"
      return yield* new WrongState({
        thing: "bond series",
        state: isClosing ? stateInWords("settling") : stateInWords(series.state),
        action: direction === "buy" ? "ordering" : "redeeming"
      })
    })

    const mustFitDay = ({ oldest, today }: SaleTotals, now: number) =>
      today < ORDERS_A_DAY
        ? Effect.void
        : new TooMany({
            message: `You have reached today's limit of ${ORDERS_A_DAY} orders. It resets at ${clock.format(oldest + DAY_MS)} UTC.`,
            retryAfter: Math.ceil((oldest + DAY_MS - now) / 1000)
          })

    const standingOf = Effect.fnUntraced(function* (series: OnLedgerSeries, account: string, direction: Direction) {
      const now = yield* Clock.currentTimeMillis
      const standing = yield* orders.standing(series.id, account, direction, now - DAY_MS)
      yield* mustFitDay(standing, now)
      return standing
    })

    const limits = Effect.fnUntraced(function* (series: OnLedgerSeries, { account, direction, units }: Ask) {
      const standing = yield* standingOf(series, account, direction)
      const refused = direction === "buy" ? unitsRefused(series, units, standing.units) : undefined
      return refused === undefined ? standing : yield* refused
    })

    /** What the wallet is to sign. Nothing counts yet. */
    const prepare = Effect.fn("Sales.prepare")(function* (wanted: Wanted) {
      yield* settler.must
      const { account, communityId, direction, seriesId, units } = wanted
      if (!Number.isInteger(units) || units < 1 || units > 1_000_000) {
        return yield* new InvalidFields({ fields: { units: "Units: a whole number." } })
      }
      const series = yield* mustTake(communityId, seriesId, direction)
      const standing = yield* limits(series, wanted)
      yield* mustHold(series, wanted, standing.waiting, yield* heldOf(series, wanted))
      const now = yield* Clock.currentTimeMillis
      const order: Order = {
        id: yield* randomId(),
        seriesId,
        communityId,
        direction,
        account,
        units,
        total: formatAmount(amountOf(perUnit(series, direction)) * BigInt(units)),
        state: "prepared",
        subintentHash: null,
        sealed: null,
        seq: null,
        signedAt: null,
        // Whole seconds, as a wallet's header has them.
        expiresAt: Math.floor((direction === "buy" ? settleBy(series) : now + REQUEST_LIFE_MS) / 1000) * 1000,
        batchId: null,
        txId: null,
        failure: null,
        createdAt: now,
        updatedAt: now
      }
      yield* atomically(sql)(orders.insert(order))
      return {
        orderId: order.id,
        manifest: renderManifest(orderManifest(series, order)),
        expiration: order.expiresAt / 1000,
        total: order.total
      }
    })

    const mustOwn = Effect.fnUntraced(function* (account: string, signers: ReadonlyArray<PublicKey>) {
      const owned = yield* Effect.forEach(signers, ({ bytes, curve }) =>
        ownership.owns({ kind: "account", address: account, curve, publicKey: bytes })
      )
      if (!owned.includes(true)) return yield* new PartRefused({ what: "the key is not this account's" })
    })

    /** The wallet's answer, checked and then counted: in its turn, against the limits as they are now. */
    const accept = Effect.fn("Sales.accept")(function* (
      who: { readonly communityId: CommunityId; readonly account: string },
      orderId: string,
      signedHex: string
    ) {
      const order = yield* orders.mustFind(who.communityId, orderId)
      if (order.account !== who.account) return yield* new NotThere({})
      // Taken already: a page that was reloaded may not have heard the answer.
      if (order.state === "signed" || order.state === "settling" || order.state === "settled") return
      if (order.state !== "prepared") {
        return yield* new WrongState({ thing: "order", state: order.state, action: "signing it" })
      }
      const series = yield* mustTake(order.communityId, order.seriesId, order.direction)
      const { epoch } = yield* Effect.mapError(ledger.currentState(), (cause) => new GatewayDown({ cause }))
      const part = readSignedPart(signedHex, {
        manifest: orderManifest(series, order),
        expiry: order.expiresAt / 1000,
        epoch
      })
      if (Either.isLeft(part)) return yield* new PartRefused({ what: part.left })
      yield* mustOwn(order.account, part.right.signers)
      const held = yield* heldOf(series, order)
      const sealed = yield* sealedOrders.seal(signedHex, order.id)
      yield* Effect.gen(function* () {
        yield* repo.turn(order.seriesId)
        // The same signature may arrive twice at once: from a page, and from the one it was reloaded into.
        const meanwhile = yield* orders.mustFind(who.communityId, orderId)
        if (meanwhile.subintentHash === part.right.hash) return
        if (yield* orders.isUsed(part.right.hash)) return yield* new PartRefused({ what: "it was used before" })
        const current = yield* mustTake(order.communityId, order.seriesId, order.direction)
        // Another order may have been signed since this one was prepared.
        const { waiting } = yield* limits(current, order)
        yield* mustHold(current, order, waiting, held)
        const [counted] = yield* Effect.orDie(sql<{ readonly orderSeq: number }>`UPDATE bond_series
          SET order_seq = order_seq + 1, sold = sold + ${order.direction === "buy" ? order.units : 0}
          WHERE id = ${order.seriesId} RETURNING order_seq`)
        const signedAt = yield* Clock.currentTimeMillis
        yield* orders.move(order.id, ["prepared"], {
          state: "signed",
          subintentHash: part.right.hash,
          sealed,
          seq: Number(counted?.orderSeq ?? 0),
          signedAt
        })
      }).pipe(atomically(sql))
    })

    /** R-B6: until settling starts. */
    const withdraw = Effect.fn("Sales.withdraw")(function* (
      communityId: CommunityId,
      account: string,
      orderId: string
    ) {
      const order = yield* orders.mustFind(communityId, orderId)
      if (order.account !== account) return yield* new NotThere({})
      const series = yield* repo.mustFind(communityId, order.seriesId)
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

    return { prepare, accept, withdraw, mustOwn }
  })
}) {}
