/**
 * A budget of a multisig treasury: funded and withdrawn by several signers, and paid from on the order of any one of
 * them.
 */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import type { TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { renderManifest, type Signer, Templates } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { FAUCET } from "../../chain/ledger/transactions"
import { budgetOf, DAY, order, settled } from "../budgets/world"
import { person } from "../payouts/world"
import { submitForm, waiting } from "./submitting"
import {
  ada,
  approve,
  approvedBy,
  as,
  balance,
  bea,
  cas,
  open,
  protect,
  ruleStored,
  rules,
  signing,
  submit,
  world,
  XRD
} from "./world"

const made = (community: Community) =>
  Effect.gen(function* () {
    const setup = yield* Budgets
    const number = yield* setup.make(community.id, accountOf(ada), {
      title: "Repairs of the greenhouse",
      resource: XRD,
      symbol: "XRD",
      divisibility: 18,
      total: AmountText.make("100"),
      most: null,
      payments: 4,
      untilAt: (yield* Clock.currentTimeMillis) + 10 * DAY,
      treasury: asAccount(community.treasuryAccount ?? "")
    })
    return yield* (yield* BudgetsRepo).findOrFail(community.id, number)
  })

/** Requested on the signers' page; returns what then waits there. */
const proposed = (community: Community, kind: "parking" | "back", id: string, by: Signer = ada) =>
  Effect.gen(function* () {
    const { digest, number } = yield* budgetOf(id)
    const intent = kind === "parking" ? "propose-budget" : "propose-budget-back"
    assert.strictEqual(yield* submitForm(community, by, { intent, b: String(number), digest }), "")
    const request = yield* waiting(community)
    assert.deepStrictEqual((request.payload as TransactionRequest).about, {
      what: "budget",
      number,
      title: "Repairs of the greenhouse"
    })
    return request
  })

describeOnBothDatabases("a budget of a multisig treasury", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect.each(rules)(
    "is funded by two of three, paid from by order of one, and opens for no single badge: by %s",
    ([kind, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const { id } = yield* made(community)
        const request = yield* proposed(community, "parking", id)
        assert.deepInclude({ ...(yield* budgetOf(id)) } as Record<string, unknown>, {
          state: "asked",
          signerRule: ruleStored(kind)
        })
        yield* approvedBy(community, request.id, bea, cas)
        const budget = yield* budgetOf(id)
        assert.strictEqual(budget.state, "funded")
        yield* order(id, "30", 1)
        yield* settled(id)
        assert.strictEqual(yield* balance(person(1).account, XRD), 30)

        // A single badge cannot withdraw it outside this site.
        const holders = yield* TreasuryHolders
        const { admin } = yield* holders.must(as(community, ada), "")
        const escrow = asAccount(budget.address ?? "")
        const taking = Templates.withdrawEscrow({
          by: admin,
          escrow,
          treasury: budget.treasury,
          amounts: [[XRD, 10n ** 18n]]
        })
        const before = yield* balance(escrow, XRD)
        yield* Effect.ignore(submit(renderManifest(taking), ada))
        assert.strictEqual(yield* balance(escrow, XRD), before)

        // Two signers can; they see what is refunded as the ledger has it, with what others deposited.
        yield* submit(
          `CALL_METHOD Address("${FAUCET}") "free";
CALL_METHOD Address("${escrow}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`,
          ada
        )
        const back = yield* proposed(community, "back", id)
        const there = yield* balance(escrow, XRD)
        const [sum, ...others] = (back.payload as TransactionRequest).amounts
        assert.deepStrictEqual([Number(sum?.amount), sum?.symbol, others], [there, "XRD", []])
        assert.isAbove(there, 10_000)
        yield* approvedBy(community, back.id, bea, ada)
        yield* settled(id)
        assert.deepInclude({ ...(yield* budgetOf(id)) } as Record<string, unknown>, { state: "ended", batches: 1 })
        assert.isBelow(yield* balance(escrow, XRD), 0.001)
      }).pipe(Effect.provide(Live)),
    60_000
  )

  it.effect(
    "can be requested again after it was withdrawn from the signers",
    () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const { id } = yield* made(community)
        const request = yield* proposed(community, "parking", id)
        yield* (yield* Proposing).withdraw(as(community, ada), request.id)
        assert.include((yield* budgetOf(id)).problem ?? "", "withdrawn")
        const again = yield* proposed(community, "parking", id)
        assert.isNull((yield* budgetOf(id)).problem)
        yield* approvedBy(community, again.id, bea, cas)
        assert.strictEqual((yield* budgetOf(id)).state, "funded")
        assert.lengthOf(yield* (yield* ApprovalRequestsRepo).waiting(community.id), 0)
      }).pipe(Effect.provide(Live)),
    60_000
  )

  it.effect(
    "blocks protecting a treasury while one badge can withdraw it",
    () =>
      Effect.gen(function* () {
        const community = yield* open
        const { id } = yield* made(community)
        const budgets = yield* Budgets
        const treasury = yield* requirePrepared(as(community, ada), "manage budgets")
        const step = yield* budgets.fundEscrow(community, treasury, yield* budgetOf(id), (yield* budgetOf(id)).digest)
        const words =
          /^Any single admin can withdraw the budget “Repairs of the greenhouse” from escrow, or a wallet is asked to fund it/
        // A wallet that was asked may sign it at any moment.
        assert.match(((yield* Effect.flip(protect(community))) as Error).message, words)
        yield* submit(step.manifest, ada)
        yield* (yield* EscrowsRepo).transition(id, ["asked"], { state: "funded" })
        assert.match(((yield* Effect.flip(protect(community))) as Error).message, words)
      }).pipe(Effect.provide(Live)),
    60_000
  )

  it.effect(
    "is left for a quarter of an hour to signers asked to withdraw it, and then refunded automatically",
    () =>
      Effect.gen(function* () {
        const community = yield* signing()
        const { id } = yield* made(community)
        yield* approvedBy(community, (yield* proposed(community, "parking", id)).id, bea, cas)
        const back = yield* proposed(community, "back", id)
        yield* (yield* Budgets).finish(yield* budgetOf(id))
        yield* settled(id)
        assert.strictEqual((yield* budgetOf(id)).state, "refunding")
        yield* TestClock.adjust("16 minutes")
        yield* settled(id)
        assert.strictEqual((yield* budgetOf(id)).state, "ended")
        // Nothing is left in it, so no signature is requested in vain.
        const refused = yield* Effect.flip(approve(community, bea, back.id))
        assert.include((refused as Error).message, "was withdrawn or prepared again since")
      }).pipe(Effect.provide(Live)),
    60_000
  )
})
