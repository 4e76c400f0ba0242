/**
 * What holders of a treasury do with an escrow, whatever it is for: one approval funds it; from then on it can be paused,
 * refunded or withdrawn at any time. The caller has checked who asks, and what the money is for.
 */
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { type HeldTreasury, openerOf } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { NoSiteKey } from "~/effects/treasury/relayer/errors"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, formatAmount, Templates } from "~/ledger/index"
import {
  type Escrow,
  type EscrowPlan,
  fundKeyOf,
  isOnLedger,
  LIVE,
  REFUNDING,
  transactionKinds,
  withdrawKeyOf
} from "./Escrow"
import { EscrowAccounts } from "./EscrowAccounts.server"
import { EscrowsRepo } from "./EscrowsRepo.server"
import { BY_SIGNERS, refused } from "./errors"
import { alreadyFunded, alreadySent, nothingFunded, nothingLeft } from "./messages"

/** `until`: the last day of payments. */
type Wanted = Omit<EscrowPlan, "account" | "fee" | "locker" | "relayerBadge" | "signerRule" | "treasury"> &
  Partial<Pick<EscrowPlan, "fee">> & { readonly until?: string }
type StoredEscrow = Pick<Escrow, "id" | "purpose">

export class Escrows extends Effect.Service<Escrows>()("treasury/escrow/Escrows", {
  dependencies: [EscrowAccounts.Default, EscrowsRepo.Default, PreparedTransactions.Default, Relayer.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { appOrigin } = yield* Settings
    const accounts = yield* EscrowAccounts
    const repo = yield* EscrowsRepo
    const steps = yield* PreparedTransactions
    const relayer = yield* Relayer

    const badge = Effect.mapError(relayer.badge, () => new NoSiteKey())

    /** Prepares the funding. */
    const request = Effect.fn("Escrows.request")(function* (treasury: HeldTreasury, { until, ...wanted }: Wanted) {
      const { id: relayerBadge = "", resource: keyResource } = yield* badge
      const { communityId, digest, fees, id, purpose, resource, subjectId, total } = wanted
      const signerRule = treasury.signers === undefined ? null : ruleText(treasury.signers)
      const locker =
        purpose === "payout" ? Option.getOrNull(yield* repo.lockerOf(communityId, relayerBadge, signerRule)) : null
      const { account } = treasury.admin
      const plan: EscrowPlan = {
        fee: null,
        ...wanted,
        account,
        relayerBadge,
        treasury: treasury.treasury,
        locker,
        signerRule
      }
      const given = {
        networkId: NETWORK_ID,
        by: openerOf(treasury),
        treasury: treasury.treasury,
        relayer: { resource: keyResource, id: relayerBadge },
        resource,
        total: amountOf(total),
        fees: amountOf(fees),
        idempotencyKey: fundKeyOf(id),
        digest,
        siteOrigin: appOrigin,
        ...(until !== undefined && { until }),
        ...(locker !== null && { locker })
      }
      const step = yield* steps.open({
        idempotencyKey: given.idempotencyKey,
        kind: transactionKinds[purpose].fund,
        communityId,
        related: subjectId,
        account,
        manifest: purpose === "payout" ? Templates.moveToEscrow(given) : Templates.fundForSwaps(given),
        detail: plan
      })
      yield* repo.ask(plan, step.id)
      return step
    }, atomically(sql))

    /**
     * Cancels the funding request before it is on the ledger. If a wallet signs it late, it still counts.
     */
    const cancel = Effect.fn("Escrows.cancel")(function* (escrow: StoredEscrow & Pick<Escrow, "state">) {
      if (escrow.state !== "asked") return yield* refused(alreadyFunded(escrow))
      const step = Option.getOrUndefined(yield* steps.alive(fundKeyOf(escrow.id)))
      if (step !== undefined && step.state !== "waiting") return yield* refused(alreadySent(escrow))
      if (step !== undefined) yield* steps.drop(step)
      yield* repo.forgetAsked(escrow.id)
    }, atomically(sql))

    const requireDone = (escrow: Pick<Escrow, "purpose">, isDone: boolean) =>
      isDone ? Effect.void : refused(nothingFunded(escrow))

    /** The site pays nothing more and refunds the rest. */
    const refund = Effect.fn("Escrows.refund")(function* (escrow: StoredEscrow) {
      yield* requireDone(escrow, yield* repo.transition(escrow.id, ["funded"], REFUNDING))
    })

    /** No payment starts while it is paused. */
    const pausing = (paused: 0 | 1) => (escrow: StoredEscrow) =>
      Effect.flatMap(repo.transition(escrow.id, ["funded"], { paused, nextAt: 0 }), (isDone) =>
        requireDone(escrow, isDone)
      )

    /**
     * Tries again now as after one failure, whatever the backoff; `tries` also decides how much XRD is locked for fees.
     * `seen`: the unknown withdrawal that the page showed, or empty.
     */
    const retry = Effect.fn("Escrows.retry")(function* (escrow: StoredEscrow & Pick<Escrow, "address">, seen = "") {
      yield* accounts.acknowledge(escrow.address, seen)
      yield* requireDone(escrow, yield* repo.transition(escrow.id, LIVE, { nextAt: 0, problem: null, tries: 1 }))
    })

    /**
     * Prepares the holders' own withdrawal of everything in the account. `stop` ends the site's payments meanwhile, and
     * returns whether there were any.
     */
    const withdraw = Effect.fn("Escrows.withdraw")(function* <E, R>(
      treasury: HeldTreasury,
      escrow: Escrow,
      stop: Effect.Effect<boolean, E, R>
    ) {
      const { communityId, id, moves, purpose, resource, subjectId } = escrow
      if (!isOnLedger(escrow)) return yield* refused(nothingFunded(escrow))
      if (escrow.signerRule !== null && treasury.signers === undefined) return yield* refused(BY_SIGNERS)
      const there = yield* accounts.amountsIn(escrow)
      if (there.length === 0) return yield* refused(nothingLeft(escrow))
      // A payment may have been sent before it stopped.
      const amounts = (yield* stop) ? yield* accounts.amountsIn(escrow) : there
      const step = yield* steps.open({
        idempotencyKey: withdrawKeyOf(id, moves),
        kind: transactionKinds[purpose].withdraw,
        communityId,
        related: subjectId,
        account: treasury.admin.account,
        manifest: Templates.withdrawEscrow({
          by: openerOf(treasury),
          escrow: escrow.address,
          treasury: treasury.treasury,
          amounts
        }),
        detail: {
          escrow: id,
          treasury: treasury.treasury,
          resource,
          amounts: amounts.map(([token, amount]) => [token, formatAmount(amount)])
        }
      })
      yield* repo.transition(id, [...LIVE, "ended"], { transactionId: step.id })
      return step
    })

    return {
      badge,
      request,
      cancel,
      pause: pausing(1),
      resume: pausing(0),
      refund,
      retry,
      withdraw,
      requireCovered: accounts.requireCovered
    }
  })
}) {}
