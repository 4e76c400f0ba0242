/**
 * What an admin does with a payout from escrow (docs/product/treasury.md): one approval funds it; from then on it can
 * be stopped, refunded or withdrawn at any time.
 *
 * A batch is paid by the site or by wallets, never by both. The site pays only batches that no wallet was ever asked to
 * sign, because a wallet could sign an old request later, and the two ways are marked on two accounts.
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
import { BY_KEEPERS, EscrowRefused, NoSiteKey } from "~/effects/treasury/relayer/errors"
import { feesFor } from "~/effects/treasury/relayer/escrowFees"
import { backKeyOf, fundKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { type Amount, type AmountText, amountOf, formatAmount, Templates } from "~/ledger/index"
import type { Distribution } from "../Distribution"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { ListChanged, type NotApproved } from "../errors"
import { PayoutPlans } from "../PayoutPlans.server"
import { PayoutRuns } from "../PayoutRuns.server"
import { PARK_BACK } from "./backSteps.server"
import { PARK } from "./fundStep.server"
import { isParked, type PayoutEscrowPlan } from "./PayoutEscrow"
import { PayoutEscrowsRepo } from "./PayoutEscrowsRepo.server"

const refused = (message: string) => new EscrowRefused({ message })

const nothingFree = (isKept: boolean) =>
  refused(
    isKept
      ? "Every batch was sent to a wallet before the treasury had several signers. Pay the remaining people with a new payout."
      : "Every batch was already sent to a wallet. Sign the rest there."
  )

/** Values known when a payout starts. */
interface Beginning {
  readonly size: number
  /** Expected fee of one batch. */
  readonly fee: AmountText
  /** State version of the ledger. */
  readonly version: number
  readonly may: (now: Distribution) => Effect.Effect<void, NotApproved>
}

export class PayoutEscrows extends Effect.Service<PayoutEscrows>()("treasury/payouts/PayoutEscrows", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    PreparedTransactions.Default,
    EscrowAccounts.Default,
    PayoutEscrowsRepo.Default,
    PayoutPlans.Default,
    PayoutRuns.Default,
    Relayer.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { appOrigin } = yield* Settings
    const batches = yield* DistributionBatches
    const repo = yield* DistributionsRepo
    const steps = yield* PreparedTransactions
    const parkings = yield* PayoutEscrowsRepo
    const plans = yield* PayoutPlans
    const runs = yield* PayoutRuns
    const relayer = yield* Relayer
    const accounts = yield* EscrowAccounts

    const badge = Effect.mapError(relayer.badge, () => new NoSiteKey())

    /** Checks that the site has a relayer key and that the rows are those that the page showed. */
    const requireSameAs = Effect.fn("PayoutEscrows.requireSameAs")(function* (run: Distribution, shown: string) {
      yield* badge
      if (run.digest === null || run.digest !== shown) return yield* new ListChanged()
      const before = Option.getOrUndefined(yield* parkings.find(run.id))
      if (before !== undefined && before.state !== "asked") {
        return yield* refused(
          before.kept === null
            ? "This payout was in escrow before. Sign the rest batch by batch."
            : "This payout was in escrow before. Pay the remaining people with a new one."
        )
      }
    })

    /** Fails unless the treasury holds the token and the fees. */
    const requireCovered = (
      { treasury }: HeldTreasury,
      { resource, symbol }: Distribution,
      total: Amount,
      fees: Amount
    ) => accounts.requireCovered({ treasury, resource, symbol, total, fees })

    /**
     * For a payout whose batches are cut: prepares the funding of the escrow. `fee` is the expected fee of one batch.
     */
    const fundEscrow = Effect.fn("PayoutEscrows.fundEscrow")(function* (
      treasury: HeldTreasury,
      given: Distribution,
      fee: AmountText
    ) {
      const key = yield* badge
      const run = yield* repo.mustBe(given, ["running"], "moving it into escrow")
      if (run.digest === null || (yield* plans.hashOfAll(run)) !== run.digest) return yield* new ListChanged()
      const free = yield* batches.neverAsked(run.id)
      if (free.length === 0) return yield* nothingFree(treasury.signers !== undefined)
      const total = free.reduce((sum, { amount }) => sum + amountOf(amount), 0n)
      const kept = treasury.signers === undefined ? null : ruleText(treasury.signers)
      const locker = Option.getOrNull(yield* parkings.lockerOf(run.communityId, key.id ?? "", kept))
      const plan: PayoutEscrowPlan = {
        distributionId: run.id,
        communityId: run.communityId,
        account: treasury.admin.account,
        digest: run.digest,
        resource: run.resource,
        total: formatAmount(total),
        fees: formatAmount(feesFor(amountOf(fee), free.length)),
        fee,
        settler: key.id ?? "",
        treasury: treasury.treasury,
        locker,
        kept
      }
      const onceKey = fundKeyOf(run.id)
      const step = yield* steps.open({
        onceKey,
        kind: PARK,
        communityId: run.communityId,
        related: run.id,
        account: treasury.admin.account,
        manifest: Templates.moveToEscrow({
          networkId: NETWORK_ID,
          by: openerOf(treasury),
          treasury: treasury.treasury,
          relayer: { resource: key.resource, id: key.id ?? "" },
          resource: run.resource,
          total,
          fees: amountOf(plan.fees),
          onceKey,
          digest: run.digest,
          siteOrigin: appOrigin,
          ...(locker !== null && { locker })
        }),
        detail: plan
      })
      yield* parkings.ask(plan, step.id)
      return step
    }, atomically(sql))

    /** For an approved payout: cuts the batches and prepares the funding, both or neither. */
    const begin = Effect.fn("PayoutEscrows.begin")(function* (
      treasury: HeldTreasury,
      given: Distribution,
      { fee, may, size, version }: Beginning
    ) {
      yield* runs.start(given, size, version, may)
      return yield* fundEscrow(treasury, given, fee)
    }, atomically(sql))

    /**
     * Withdraws the funding request before it is on the ledger, so that each batch is signed instead. If a wallet signs
     * it late, it still counts.
     */
    const forget = Effect.fn("PayoutEscrows.forget")(function* (given: Distribution) {
      const parking = Option.getOrUndefined(yield* parkings.find(given.id))
      if (parking?.state !== "asked")
        return yield* refused("It is already in escrow. Withdraw it, or let the site return it.")
      const step = Option.getOrUndefined(yield* steps.alive(fundKeyOf(given.id)))
      if (step !== undefined && step.state !== "waiting") {
        return yield* refused("Your wallet has already submitted it. Wait until the ledger has decided.")
      }
      if (step !== undefined) yield* steps.drop(step)
      yield* parkings.forgetAsked(given.id)
    }, atomically(sql))

    /** The site pays no further batch and refunds the rest; then each batch is signed. */
    const withdrawFromEscrow = Effect.fn("PayoutEscrows.withdrawFromEscrow")(function* (given: Distribution) {
      const isMoved = yield* parkings.update(given.id, ["parked"], { state: "returning", nextAt: 0, tries: 0 })
      if (!isMoved) return yield* refused("Nothing is in escrow for this payout.")
    })

    /**
     * Tries again now, without waiting for the backoff. `tries` is 1, so that the fee is locked as after a first
     * failure.
     */
    const wake = (id: string) => parkings.update(id, ["parked", "returning"], { nextAt: 0, problem: null, tries: 1 })

    /** Records that someone who can spend from the treasury has looked at the unknown withdrawals up to `seen`. */
    const looked = Effect.fn("PayoutEscrows.looked")(function* (id: string, seen: string) {
      const parking = Option.getOrUndefined(yield* parkings.find(id))
      yield* accounts.looked(parking?.parked ?? null, seen)
    })

    /** Prepares the admin's own withdrawal of everything that is there now, and pauses the site's payments. */
    const takeBack = Effect.fn("PayoutEscrows.takeBack")(function* (treasury: HeldTreasury, given: Distribution) {
      const parking = Option.getOrUndefined(yield* parkings.find(given.id))
      if (parking === undefined || !isParked(parking)) return yield* refused("Nothing is in escrow for this payout.")
      if (parking.kept !== null && treasury.signers === undefined) return yield* refused(BY_KEEPERS)
      const run = yield* Effect.orDie(repo.findIdOrFail(given.id))
      const there = yield* accounts.amountsIn(parking)
      if (there.length === 0) return yield* refused("The escrow account is empty.")
      const isGoingOn = run.state === "running" && run.paused === 0
      if (isGoingOn) yield* repo.update(run.id, { paused: 1 })
      // A batch may have been sent before the pause.
      const amounts = isGoingOn ? yield* accounts.amountsIn(parking) : there
      const step = yield* steps.open({
        onceKey: backKeyOf(run.id, parking.moves),
        kind: PARK_BACK,
        communityId: run.communityId,
        related: run.id,
        account: treasury.admin.account,
        manifest: Templates.withdrawEscrow({
          by: openerOf(treasury),
          parked: parking.parked,
          treasury: treasury.treasury,
          amounts
        }),
        detail: {
          distribution: run.id,
          treasury: treasury.treasury,
          resource: parking.resource,
          amounts: amounts.map(([token, amount]) => [token, formatAmount(amount)])
        }
      })
      yield* parkings.update(run.id, ["parked", "returning", "ended"], { stepId: step.id })
      return step
    })

    return {
      requireSameAs,
      requireCovered,
      nothingFree,
      begin,
      fundEscrow,
      forget,
      withdrawFromEscrow,
      wake,
      looked,
      takeBack
    }
  })
}) {}
