/** Payouts by list from a multisig treasury: funded by several signers, and paid by the relayer. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Faults } from "~/effects/local/Faults.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { leftIn } from "~/effects/treasury/escrow/Escrow"
import type { TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { SignerAccess } from "~/effects/treasury/multisig/SignerAccess.server"
import { TransactionRequests } from "~/effects/treasury/multisig/TransactionRequests.server"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { amountOf, NOTHING, ONE, type Signer } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { settled } from "../payouts/escrowWorld"
import { approvedBy, escrowFoundOf, listed, people, proposed, SUM } from "./lists"
import {
  ada,
  approve,
  as,
  ask,
  askedOf,
  balance,
  bea,
  cas,
  dan,
  giveBadge,
  minute,
  ruleStored,
  rules,
  signing,
  submit,
  world,
  XRD
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)

const back = (community: Community, run: Distribution, by: Signer) =>
  Effect.gen(function* () {
    const here = as(community, by)
    const [requests, access, escrows] = [yield* TransactionRequests, yield* SignerAccess, yield* PayoutEscrows]
    const signer = yield* access.requireWithinRules(here, "propose it")
    const step = yield* escrows.takeBack(yield* requirePrepared(here, "distribute"), run)
    return yield* requests.propose(here, signer, { kind: "back", step, run, amounts: [], digest: null })
  })

describeOnBothDatabases("a payout from a multisig treasury", (database) => {
  const Live = DistributionsLive.pipe(Layer.provideMerge(world(database)))
  const paid = Effect.forEach(people, (account) => balance(account, XRD))

  it.effect.each(rules)(
    "is funded with the approval of two of three, paid by the relayer, and refunded for what is left: by %s",
    ([kind, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const treasury = community.treasuryAccount ?? ""
        const run = yield* listed(community)
        // The cost of a batch is estimated by a dry run with the signers' badges, before any of them is asked.
        const held = yield* requirePrepared(as(community, ada), "distribute")
        const rows = yield* (yield* Distributions).payable(run.id)
        assert.deepInclude(yield* (yield* Payouts).fit(held, run, rows), { batches: 1 })
        const request = yield* proposed(community, run)
        assert.deepInclude(yield* escrowFoundOf(run), { state: "asked", signerRule: ruleStored(kind), problem: null })
        assert.strictEqual((yield* approve(community, bea, request.id)).act.state, "waiting")
        const last = yield* approve(community, cas, request.id)
        assert.strictEqual(last.act.state, "committed")
        assert.include(last.manifest, "CREATE_ACCOUNT_ADVANCED")
        const escrow = yield* escrowFoundOf(run)
        assert.deepInclude(escrow, { state: "funded", total: AmountText.make("6") })
        assert.strictEqual(
          (yield* (yield* PreparedTransactions).findOrFail((request.payload as TransactionRequest).step)).state,
          "verified"
        ) // A funding request.
        yield* settled(run.id)
        yield* settled(run.id)
        assert.deepStrictEqual(yield* paid, [1, 2, 3])
        const end = yield* escrowFoundOf(run)
        assert.deepInclude(end, { state: "ended", problem: null, batches: 2 })
        assert.strictEqual((yield* (yield* DistributionsRepo).findIdOrFail(run.id)).state, "done")
        // To the last digit: the treasury has less by the payments, the fees, and what is not worth a refund.
        const { byAccount } = yield* (yield* Ledger).balancesOf(XRD, [asAccount(treasury)])
        const left = amountOf(byAccount.get(asAccount(treasury)) ?? NOTHING)
        const { token, xrd } = leftIn(end)
        assert.strictEqual(10_000n * ONE - left, SUM * ONE + amountOf(end.spent) + token + xrd)
        assert.isTrue(token + xrd < ONE)
        const sql = yield* SqlClient.SqlClient
        const [record] = yield* sql<{ readonly kind: string; readonly related: string }>`SELECT kind, related
        FROM ledger_records WHERE tx_id = ${last.act.txId}`
        assert.deepStrictEqual(record, { kind: "park", related: run.id })
      }).pipe(Effect.provide(Live)),
    60_000
  )

  it.effect("is signed by no single badge, and by hand by nobody, each with its explanation", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      const request = yield* proposed(community, run)
      const here = as(community, ada)
      const sentence = "This treasury needs the approval of 2 of 3 signers: send them a request."
      assert.strictEqual(yield* messageOf(TreasuryHolders.requireMaySpend(here, "distribute")), sentence)
      // The transaction's own text, in one wallet: the ledger refuses it.
      const { manifest } = yield* (yield* PreparedTransactions).findOrFail((request.payload as TransactionRequest).step) // A funding request.
      yield* Effect.ignore(submit(manifest, ada))
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), 10_000)
      const held = yield* requirePrepared(here, "distribute")
      assert.match(yield* messageOf((yield* Payouts).next(held, run)), /signers are asked/)
      // Again, by another signer, and while it is being approved.
      const requests = yield* TransactionRequests
      const { idempotencyKey } = request
      assert.match(
        yield* messageOf(requests.requireFree(community.id, idempotencyKey)),
        /^Escrow 1 waits for the signers already/
      )
      yield* approve(community, bea, request.id)
      assert.match(yield* messageOf(ask(community, bea, request.id)), /^You have signed this already/)
      assert.match(yield* messageOf(ask(community, dan, request.id)), /^Only signers/)
      yield* approve(community, cas, request.id)
      assert.match(yield* messageOf(requests.requireFree(community.id, idempotencyKey)), /^Escrow 1 is done already/)
      assert.match(
        yield* messageOf((yield* PayoutEscrows).requireSameAs(run, run.digest ?? "")),
        /Pay the remaining people with a new one/
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(rules)(
    "is withdrawn midway by two signers, by none of them alone, and never by one badge after the multisig ended: by %s",
    ([, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const run = yield* listed(community)
        const treasury = community.treasuryAccount ?? ""
        yield* approvedBy(community, (yield* proposed(community, run)).id, bea, cas)
        const escrows = yield* PayoutEscrows
        const alone = yield* TreasuryHolders.must(as(community, ada), "distribute")
        assert.match(yield* messageOf(escrows.takeBack(alone, run)), /one badge cannot withdraw it/)
        const taken = yield* back(community, run, cas)
        assert.isAbove(Number((yield* escrowFoundOf(run)).fees), 0)
        yield* approvedBy(community, taken.id, ada, bea)
        assert.strictEqual(yield* balance(treasury, XRD), 10_000)
        yield* settled(run.id)
        assert.deepInclude(yield* escrowFoundOf(run), { state: "ended", paid: NOTHING, batches: 0 })
        assert.deepStrictEqual(yield* paid, [0, 0, 0])
      }).pipe(Effect.provide(Live))
  )

  it.effect("is requested again after it was withdrawn or failed on the ledger", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      const first = yield* proposed(community, run)
      yield* (yield* Proposing).withdraw(as(community, ada), first.id)
      assert.match((yield* escrowFoundOf(run)).problem ?? "", /withdrawn before all had signed/)
      assert.match(yield* messageOf(ask(community, bea, first.id)), /withdrawn/)
      const again = (by: Signer) =>
        Effect.gen(function* () {
          const here = as(community, by)
          const signer = yield* (yield* SignerAccess).requireWithinRules(here, "propose it")
          const treasury = yield* requirePrepared(here, "distribute")
          const now = yield* (yield* DistributionsRepo).findIdOrFail(run.id)
          const step = yield* (yield* PayoutEscrows).fundEscrow(treasury, now, AmountText.make("1"))
          const wanted = { kind: "parking", step, run, amounts: [], digest: run.digest } as const
          return yield* (yield* TransactionRequests).propose(here, signer, wanted)
        })
      // A failed attempt does not use the signatures up: it is retried until its end.
      const second = yield* again(bea)
      yield* askedOf(community, second.id, cas, ada)
      yield* approve(community, cas, second.id)
      yield* (yield* Faults).change({ nextTransaction: "CommittedFailure" })
      assert.strictEqual((yield* approve(community, ada, second.id)).act.state, "sent")
      yield* minute
      yield* minute
      assert.deepInclude(yield* escrowFoundOf(run), { state: "funded" })
      assert.strictEqual((yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, second.id)).state, "committed")
    }).pipe(Effect.provide(Live))
  )

  it.effect("cannot be approved any more once its page discarded it or the rule changed", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      const request = yield* proposed(community, run)
      yield* approve(community, bea, request.id)
      yield* (yield* PayoutEscrows).forget(run)
      assert.match(yield* messageOf(ask(community, cas, request.id)), /withdrawn or prepared again since/)
      yield* giveBadge(community, dan, "#4#")
      const proposing = yield* Proposing
      const rule = { ids: ["#1#", "#2#", "#4#"], needed: 2, reason: "Cas moves away" }
      const change = yield* proposing.rule(as(community, ada), rule)
      yield* approvedBy(community, change.id, ada, bea)
      // The rule it was proposed under is gone, and the request with it.
      const over = yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, request.id)
      assert.deepInclude(over, { state: "void" })
      assert.match(over.problem ?? "", /^The signers changed since/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is funded once if a server crashes between the signatures and the ledger's response", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      const request = yield* proposed(community, run)
      yield* approve(community, bea, request.id)
      yield* (yield* Faults).change({ nextTransaction: "Pending" })
      assert.strictEqual((yield* approve(community, cas, request.id)).act.state, "sent")
      assert.match(yield* messageOf((yield* PayoutEscrows).forget(run)), /has already submitted it/)
      assert.deepInclude(yield* escrowFoundOf(run), { state: "asked" })
      yield* TestClock.adjust("1 minute")
      yield* minute
      yield* minute
      assert.deepInclude(yield* escrowFoundOf(run), { state: "funded" })
      assert.isTrue(Option.isSome(yield* (yield* PreparedTransactions).alive(request.idempotencyKey)))
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(rules)("is voided when the multisig ends, after which one badge can fund it: by %s", ([, under]) =>
    Effect.gen(function* () {
      const community = yield* under()
      const run = yield* listed(community)
      const request = yield* proposed(community, run)
      const release = yield* (yield* Proposing).release(as(community, bea), { reason: "We trust each other" })
      yield* approvedBy(community, release.id, ada, bea)
      assert.strictEqual((yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, request.id)).state, "void")
      assert.match((yield* escrowFoundOf(run)).problem ?? "", /The signers changed/)
      const held = yield* requirePrepared(as(community, ada), "distribute")
      assert.isUndefined(held.signers)
      const now = yield* (yield* DistributionsRepo).findIdOrFail(run.id)
      const step = yield* (yield* PayoutEscrows).fundEscrow(held, now, AmountText.make("1"))
      assert.include(step.manifest, "create_proof_of_non_fungibles")
      assert.deepInclude(yield* escrowFoundOf(run), { signerRule: null, state: "asked" })
    }).pipe(Effect.provide(Live))
  )
})
