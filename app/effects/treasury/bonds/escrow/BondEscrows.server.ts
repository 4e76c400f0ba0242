/**
 * Escrow of a sale or of redemptions: funding with one approval, letting the site return the rest, and withdrawing at
 * any time (docs/product/bonds.md).
 */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { type Escrow, type EscrowPurpose, fundKeyOf, REFUNDING } from "~/effects/treasury/escrow/Escrow"
import { Escrows } from "~/effects/treasury/escrow/Escrows.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import { nothingFunded } from "~/effects/treasury/escrow/messages"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { formatAmount } from "~/ledger/index"
import type { OnLedgerSeries } from "../manifests"
import type { Direction } from "../Order"
import { OrdersRepo } from "../OrdersRepo.server"
import { SeriesRepo } from "../SeriesRepo.server"
import { SettlementRules } from "../SettlementRules.server"
import { escrowedFor, mostUnits } from "./whatToFund"

const purposeFor = (direction: Direction) => (direction === "buy" ? "bondSale" : "bondRedemption")
export const directionOf = (purpose: EscrowPurpose): Direction => (purpose === "bondSale" ? "buy" : "redeem")

/** `before` counts the earlier ones of the same direction that reached the ledger. */
const escrowIdOf = (seriesId: string, direction: Direction, before: number): string =>
  `${seriesId}-${direction}-${before}`

/** Why no batch can be signed by hand now; null if it can. */
const byHandRefused = ({ problem, signerRule, state }: Escrow): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? signerRule === null
          ? "A wallet has been asked to fund the escrow of this series. Approve it there, or sign each batch instead."
          : "The signers have a request to fund the escrow of this series."
        : null
    case "funded":
      return signerRule === null
        ? "The site settles these orders from escrow. To sign batches yourself, let it return the rest, or withdraw it."
        : "The site settles these orders from the signers' escrow. To sign batches yourself, let it return the rest."
    case "refunding":
      return "The money in escrow is being returned. You can sign once it has arrived."
    case "ended":
      return null
  }
}

export class BondEscrows extends Effect.Service<BondEscrows>()("treasury/bonds/BondEscrows", {
  dependencies: [
    Escrows.Default,
    EscrowsRepo.Default,
    OrdersRepo.Default,
    Relayer.Default,
    SeriesRepo.Default,
    SettlementRules.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const escrows = yield* EscrowsRepo
    const relayer = yield* Relayer
    const { cancel, refund, request, retry, withdraw, ...all } = yield* Escrows
    const { requireEscrow } = yield* SettlementRules

    /** The newest escrow, and how many reached the ledger. */
    const latest = Effect.fnUntraced(function* (seriesId: string, direction: Direction) {
      const purpose = purposeFor(direction)
      const found = (yield* escrows.ofSubject(seriesId)).filter((each) => each.purpose === purpose)
      return { newest: found[0], before: found.filter(({ state }) => state !== "asked").length }
    })

    /** Only one escrow can be requested, funded or being returned at a time. */
    const requireFree = Effect.fnUntraced(function* (seriesId: string, direction: Direction) {
      const found = yield* latest(seriesId, direction)
      const state = found.newest?.state ?? "ended"
      return state === "asked" || state === "ended" ? found : yield* refused("It is already in escrow.")
    })

    /** Idempotency key of the next escrow. */
    const nextKey = (seriesId: string, direction: Direction) =>
      Effect.map(requireFree(seriesId, direction), ({ before }) => fundKeyOf(escrowIdOf(seriesId, direction, before)))

    /** Checks that the treasury holds the units or the face values, and the fees. */
    const requireCovered = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      treasury: HeldTreasury,
      units: number
    ) {
      const plan = escrowedFor(series, direction, units)
      const symbol = direction === "buy" ? `units of ${series.code}` : series.symbol
      yield* all.requireCovered({ treasury: treasury.treasury, symbol, ...plan })
      return plan
    })

    const ask = Effect.fnUntraced(function* (
      treasury: HeldTreasury,
      series: OnLedgerSeries,
      direction: Direction,
      planned: ReturnType<typeof escrowedFor>
    ) {
      yield* repo.turn(series.id)
      const { before } = yield* requireFree(series.id, direction)
      const [first] = yield* orders.unsettled(series.id, direction, 1)
      if ((first?.settlingOrders ?? 0) > 0) {
        return yield* refused("A batch has been sent; the ledger has not decided yet.")
      }
      return yield* request(treasury, {
        id: escrowIdOf(series.id, direction, before),
        purpose: purposeFor(direction),
        subjectId: series.id,
        communityId: series.communityId,
        digest: series.termsDigest ?? "",
        resource: planned.resource,
        total: formatAmount(planned.total),
        fees: formatAmount(planned.fees)
      })
    }, atomically(sql))

    /** Prepares the approval. `units`: how many to put in escrow, or to cover at face value; null for all. */
    const fundEscrow = Effect.fn("BondEscrows.fundEscrow")(function* (
      treasury: HeldTreasury,
      communityId: CommunityId,
      seriesId: string,
      direction: Direction,
      units: number | null
    ) {
      yield* relayer.must
      const series = yield* requireEscrow(communityId, seriesId, direction)
      yield* requireFree(seriesId, direction)
      const most = mostUnits(series, direction)
      const wanted = units ?? most
      if (most === 0) return yield* refused("No units are left to put in escrow.")
      if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > most) {
        return yield* refused(`Choose 1 to ${most} units: that many are left.`)
      }
      const planned = yield* requireCovered(series, direction, treasury, wanted)
      return yield* ask(treasury, series, direction, planned)
    })

    const newest = Effect.fnUntraced(function* (communityId: CommunityId, seriesId: string, direction: Direction) {
      const found = (yield* latest(seriesId, direction)).newest
      return found?.communityId === communityId
        ? found
        : yield* refused(nothingFunded({ purpose: purposeFor(direction) }))
    })

    /** An action on the newest escrow of a series. */
    const onNewest =
      <A, E, R>(action: (escrow: Escrow) => Effect.Effect<A, E, R>) =>
      (communityId: CommunityId, seriesId: string, direction: Direction) =>
        Effect.flatMap(newest(communityId, seriesId, direction), action)

    /** The site settles nothing new during a withdrawal. */
    const takeBack = (treasury: HeldTreasury, communityId: CommunityId, seriesId: string, direction: Direction) =>
      onNewest((escrow) => withdraw(treasury, escrow, escrows.transition(escrow.id, ["funded"], REFUNDING)))(
        communityId,
        seriesId,
        direction
      )

    /** Batches are settled by the site or signed in wallets, never both at once. */
    const requireByHand = Effect.fnUntraced(function* (seriesId: string, direction: Direction) {
      const found = (yield* latest(seriesId, direction)).newest
      const why = found === undefined ? null : byHandRefused(found)
      if (why !== null) return yield* refused(why)
    })

    return {
      newest,
      nextKey,
      fundEscrow,
      forget: onNewest(cancel),
      /** Then batches are signed by hand. */
      withdrawFromEscrow: onNewest(refund),
      wake: (communityId: CommunityId, seriesId: string, direction: Direction, seen = "") =>
        onNewest((escrow) => retry(escrow, seen))(communityId, seriesId, direction),
      takeBack,
      requireByHand
    }
  })
}) {}
