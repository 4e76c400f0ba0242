/**
 * Escrow of a sale or of redemptions: funding with one approval, letting the site return the rest, and withdrawing at
 * any time (docs/product/bonds.md).
 */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { type HeldTreasury, openerOf } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { EscrowAccounts } from "~/effects/treasury/relayer/EscrowAccounts.server"
import { BY_KEEPERS, EscrowRefused } from "~/effects/treasury/relayer/errors"
import { backKeyOf, fundKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { formatAmount, Templates } from "~/ledger/index"
import type { OnLedgerSeries } from "../manifests"
import type { Direction } from "../Order"
import { OrderLists } from "../OrderLists.server"
import { SeriesRepo } from "../SeriesRepo.server"
import { SettlementRules } from "../SettlementRules.server"
import { type BondEscrowPlan, byHandRefused, escrowIdOf, isParked } from "./BondEscrow"
import { BondEscrowsRepo } from "./BondEscrowsRepo.server"
import { type BackOf, BOND_PARK, BOND_PARK_BACK } from "./bondEscrowSteps.server"
import { escrowedFor, mostUnits } from "./whatToFund"

const refused = (message: string) => new EscrowRefused({ message })
const NOTHING_PARKED = "Nothing is in escrow for this series."

export class BondEscrows extends Effect.Service<BondEscrows>()("treasury/bonds/BondEscrows", {
  dependencies: [
    BondEscrowsRepo.Default,
    PreparedTransactions.Default,
    OrderLists.Default,
    EscrowAccounts.Default,
    SeriesRepo.Default,
    Relayer.Default,
    SettlementRules.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { appOrigin } = yield* Settings
    const repo = yield* SeriesRepo
    const orders = yield* OrderLists
    const steps = yield* PreparedTransactions
    const parkings = yield* BondEscrowsRepo
    const relayer = yield* Relayer
    const accounts = yield* EscrowAccounts
    const { requireEscrow } = yield* SettlementRules

    /** The newest escrow, and how many reached the ledger. */
    const latest = Effect.fnUntraced(function* (seriesId: string, direction: Direction) {
      const all = (yield* parkings.all(seriesId)).filter((each) => each.direction === direction)
      return { newest: all[0], before: all.filter(({ state }) => state !== "asked").length }
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
      yield* accounts.requireCovered({ treasury: treasury.treasury, symbol, ...plan })
      return plan
    })

    const ask = Effect.fnUntraced(function* (
      treasury: HeldTreasury,
      series: OnLedgerSeries,
      direction: Direction,
      planned: ReturnType<typeof escrowedFor>
    ) {
      yield* repo.turn(series.id)
      const { id: relayerId = "", resource: keyResource } = yield* relayer.badge
      const { before } = yield* requireFree(series.id, direction)
      const [first] = yield* orders.unsettled(series.id, direction, 1)
      if ((first?.settlingOrders ?? 0) > 0) {
        return yield* refused("A batch has been sent; the ledger has not decided yet.")
      }
      const id = escrowIdOf(series.id, direction, before)
      const { fees, resource, total } = planned
      const digest = series.termsDigest ?? ""
      const plan: BondEscrowPlan = {
        id,
        seriesId: series.id,
        communityId: series.communityId,
        direction,
        account: treasury.admin.account,
        digest,
        resource,
        total: formatAmount(total),
        fees: formatAmount(fees),
        settler: relayerId,
        treasury: treasury.treasury,
        kept: treasury.signers === undefined ? null : ruleText(treasury.signers)
      }
      const step = yield* steps.open({
        onceKey: fundKeyOf(id),
        kind: BOND_PARK,
        communityId: series.communityId,
        related: series.id,
        account: treasury.admin.account,
        manifest: Templates.fundForSwaps({
          networkId: NETWORK_ID,
          by: openerOf(treasury),
          treasury: treasury.treasury,
          relayer: { resource: keyResource, id: relayerId },
          resource,
          total,
          fees,
          onceKey: fundKeyOf(id),
          digest,
          siteOrigin: appOrigin
        }),
        detail: plan
      })
      yield* parkings.ask(plan, step.id)
      return step
    }, atomically(sql))

    /** Prepares the approval. `units`: how many to put in escrow, or to cover at face value; null for all. */
    const fundEscrow = Effect.fn("BondEscrows.fundEscrow")(function* (
      treasury: HeldTreasury,
      communityId: string,
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

    const newest = Effect.fnUntraced(function* (communityId: string, seriesId: string, direction: Direction) {
      const found = (yield* latest(seriesId, direction)).newest
      return found?.communityId === communityId ? found : yield* refused(NOTHING_PARKED)
    })

    /** Cancels the request for an escrow; if a wallet signs it later, it counts all the same. */
    const forget = Effect.fn("BondEscrows.forget")(function* (
      communityId: string,
      seriesId: string,
      direction: Direction
    ) {
      const { id, state } = yield* newest(communityId, seriesId, direction)
      if (state !== "asked") return yield* refused("It is already in escrow. Withdraw it, or let the site return it.")
      const step = Option.getOrUndefined(yield* steps.alive(fundKeyOf(id)))
      if (step !== undefined && step.state !== "waiting") {
        return yield* refused("It has been sent. Wait until the ledger has decided.")
      }
      if (step !== undefined) yield* steps.drop(step)
      yield* parkings.forgetAsked(id)
    }, atomically(sql))

    /** The site settles nothing more and returns the rest; then batches are signed by hand. */
    const withdrawFromEscrow = Effect.fn("BondEscrows.withdrawFromEscrow")(function* (
      communityId: string,
      seriesId: string,
      direction: Direction
    ) {
      const { id } = yield* newest(communityId, seriesId, direction)
      const isMoved = yield* parkings.update(id, ["parked"], { state: "returning", nextAt: 0, tries: 0, problem: null })
      if (!isMoved) return yield* refused(NOTHING_PARKED)
    })

    /** Retries now. `seen`: the withdrawal not made by this site that the page showed, or empty. */
    const wake = Effect.fn("BondEscrows.wake")(function* (
      communityId: string,
      seriesId: string,
      direction: Direction,
      seen = ""
    ) {
      const { id, parked } = yield* newest(communityId, seriesId, direction)
      yield* accounts.looked(parked, seen)
      if (!(yield* parkings.wake(id))) return yield* refused(NOTHING_PARKED)
    })

    /** Prepares the admin's own withdrawal of everything in the account; the site settles nothing new meanwhile. */
    const takeBack = Effect.fn("BondEscrows.takeBack")(function* (
      treasury: HeldTreasury,
      communityId: string,
      seriesId: string,
      direction: Direction
    ) {
      const parking = yield* newest(communityId, seriesId, direction)
      if (!isParked(parking)) return yield* refused(NOTHING_PARKED)
      if (parking.kept !== null && treasury.signers === undefined) return yield* refused(BY_KEEPERS)
      const amounts = yield* accounts.amountsIn(parking)
      if (amounts.length === 0) return yield* refused("Nothing is left in the escrow account.")
      yield* parkings.update(parking.id, ["parked"], { state: "returning", nextAt: 0, tries: 0, problem: null })
      const step = yield* steps.open({
        onceKey: backKeyOf(parking.id, parking.moves),
        kind: BOND_PARK_BACK,
        communityId: parking.communityId,
        related: seriesId,
        account: treasury.admin.account,
        manifest: Templates.withdrawEscrow({
          by: openerOf(treasury),
          parked: parking.parked,
          treasury: treasury.treasury,
          amounts
        }),
        detail: {
          parking: parking.id,
          treasury: treasury.treasury,
          resource: parking.resource,
          amounts: amounts.map(([token, amount]) => [token, formatAmount(amount)] as const)
        } satisfies { [K in keyof BackOf]: unknown }
      })
      yield* parkings.update(parking.id, ["parked", "returning", "ended"], { stepId: step.id })
      return step
    })

    /** Batches are settled by the site or signed in wallets, never both at once. */
    const requireByHand = Effect.fnUntraced(function* (seriesId: string, direction: Direction) {
      const found = (yield* latest(seriesId, direction)).newest
      const why = found === undefined ? null : byHandRefused(found)
      if (why !== null) return yield* refused(why)
    })

    return { newest, nextKey, fundEscrow, forget, withdrawFromEscrow, wake, takeBack, requireByHand }
  })
}) {}
