/** The buttons with which signers send each other requests about a payout: no click spoils a pending request. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { LockerWatchLive } from "~/effects/treasury/payouts/lockerWatch.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, signer } from "../../../ledger/signing"
import { FAUCET } from "../../chain/ledger/transactions"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { otherKey, settled } from "../payouts/escrowWorld"
import { approvedBy, escrowFoundOf, listed, proposed } from "./lists"
import { submitForm, waiting } from "./submitting"
import { ada, approve, as, ask, balance, bea, cas, protect, rules, signing, submit, world, XRD } from "./world"

describeOnBothDatabases("signers with a request about a payout", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect.each(rules)(
    "recover unclaimed money as first requested, also if another signer requests it again: by %s",
    ([, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const run = yield* listed(community)
        const closed = signer(150)
        yield* submit(`CALL_METHOD Address("${accountOf(closed)}") "set_default_deposit_rule" Enum<1u8>();\n`, closed)
        yield* approvedBy(community, (yield* proposed(community, run)).id, bea, cas)
        yield* settled(run.id)
        yield* settled(run.id)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE distributions SET recover_after = 0`
        assert.deepInclude(yield* (yield* DistributionsRepo).findIdOrFail(run.id), { rowsClaimable: 1 })
        const before = yield* balance(community.treasuryAccount ?? "", XRD)
        const form = { intent: "propose-recovery", d: String(run.number) }
        assert.strictEqual(yield* submitForm(community, ada, form), "")
        const request = yield* waiting(community)
        assert.match(yield* submitForm(community, bea, form), /^Recovery 2 waits for the signers already/)
        yield* approvedBy(community, request.id, bea, cas)
        assert.strictEqual(
          (yield* (yield* ApprovalRequestsRepo).findOrFail(community.id, request.id)).state,
          "committed"
        )
        assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), before + 1)
      }).pipe(Effect.provide(Live))
  )

  it.effect.each(rules)("are named when they take unclaimed money outside this site: by %s", ([kind, under]) =>
    Effect.gen(function* () {
      const community = yield* under()
      const run = yield* listed(community)
      const closed = signer(150)
      yield* submit(`CALL_METHOD Address("${accountOf(closed)}") "set_default_deposit_rule" Enum<1u8>();\n`, closed)
      yield* approvedBy(community, (yield* proposed(community, run)).id, bea, cas)
      yield* settled(run.id)
      yield* settled(run.id)
      const { locker } = yield* escrowFoundOf(run)
      const proofs = [ada, cas].map(
        (who, n) =>
          `CALL_METHOD Address("${accountOf(who)}") "create_proof_of_non_fungibles" Address("${community.ownerBadge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#${2 * n + 1}#"));`
      )
      yield* submit(
        `${kind === "badges" ? proofs.join("\n") : ""}
CALL_METHOD Address("${locker}") "recover" Address("${accountOf(closed)}") Address("${XRD}") Decimal("1");
CALL_METHOD Address("${community.treasuryAccount}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
        ada,
        cas
      )
      const indexer = Layer.fresh(Indexer.Default).pipe(Layer.provide(LockerWatchLive))
      yield* Effect.flatMap(Indexer, ({ round }) => round).pipe(Effect.provide(indexer))
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly error: string }>`SELECT error FROM distribution_rows WHERE state = 'left'`
      const [, said = "", whose = ""] =
        /^1 XRD left the locker on .* did not make, (with the \w+ of) (.*)\.$/.exec(row?.error ?? "") ?? []
      assert.strictEqual(said, `with the ${kind} of`)
      assert.sameMembers(
        whose.split(", "),
        [ada, cas].map((who) => `…${accountOf(who).slice(-6)}`)
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("see what a withdrawal moves as the ledger has it, with what others deposited", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      yield* approvedBy(community, (yield* proposed(community, run)).id, bea, cas)
      const { address: escrow, fees } = yield* escrowFoundOf(run)
      const gift = `CALL_METHOD Address("${FAUCET}") "free";
CALL_METHOD Address("${escrow}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
      yield* submit(gift, ada)
      assert.strictEqual(yield* submitForm(community, bea, { intent: "propose-back", d: String(run.number) }), "")
      const { payload } = yield* waiting(community)
      assert.deepStrictEqual(
        (payload as TransactionRequest).amounts.map(({ amount, symbol }) => `${amount} ${symbol}`),
        [`${Number(fees) + 6 + 10_000} XRD`]
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("cannot approve a payout that was stopped meanwhile", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      const request = yield* proposed(community, run)
      yield* approve(community, bea, request.id)
      const token = yield* signIn(accountOf(ada))
      const path = `/community/detail/${community.id}/tokenDistribution?d=${run.number}`
      const form = [["intent", "stop"]] as const
      yield* Effect.ignore(visit(path, distributionAction, { token, params: { id: community.id }, form }))
      assert.strictEqual((yield* (yield* DistributionsRepo).findIdOrFail(run.id)).state, "stopped")
      const said = yield* Effect.match(ask(community, cas, request.id), {
        onSuccess: () => "asked",
        onFailure: ({ message }) => message
      })
      assert.match(said, /withdrawn or prepared again since/)
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), 10_000)
    }).pipe(Effect.provide(Live))
  )

  it.effect("can withdraw their escrow also after the multisig has ended and the relayer key has changed", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const run = yield* listed(community)
      yield* approvedBy(community, (yield* proposed(community, run)).id, bea, cas)
      const release = yield* (yield* Proposing).release(as(community, bea), { reason: "We trust each other" })
      yield* approvedBy(community, release.id, ada, bea)
      yield* (yield* Distributions).stop(run)
      const other = Layer.fresh(DistributionsLive).pipe(Layer.provide(Layer.succeed(Settings, otherKey)))
      yield* settled(run.id).pipe(Effect.provide(other))
      assert.match((yield* escrowFoundOf(run)).problem ?? "", /Have the signers withdraw the rest together\.$/)
      const alone = yield* TreasuryHolders.must(as(community, ada), "distribute")
      const refused = yield* Effect.flip((yield* PayoutEscrows).takeBack(alone, run))
      assert.match(refused.message, /set up the same signers again; together they can withdraw it\.$/)
      assert.strictEqual((yield* protect(community)).state, "verified")
      assert.strictEqual(yield* submitForm(community, cas, { intent: "propose-back", d: String(run.number) }), "")
      yield* approvedBy(community, (yield* waiting(community)).id, ada, bea)
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), 10_000)
    }).pipe(Effect.provide(Live))
  )
})
