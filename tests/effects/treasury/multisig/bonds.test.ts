/**
 * Bonds of a multisig treasury (docs/product/multisig.md, "A bond"): the signers issue a series together and fund what
 * is sold or paid back, and the relayer settles; a single badge can do none of it.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Faults } from "~/effects/local/Faults.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { Coupons } from "~/effects/treasury/bonds/Coupons.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import { isOnLedger } from "~/effects/treasury/bonds/manifests"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { UnitHolders } from "~/effects/treasury/bonds/UnitHolders.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { Proposing } from "~/effects/treasury/multisig/Proposing.server"
import { SignerAccess } from "~/effects/treasury/multisig/SignerAccess.server"
import { TransactionRequests } from "~/effects/treasury/multisig/TransactionRequests.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { acknowledged, escrow, FIRST, fundEscrow, rolling } from "../bonds/escrowWorld"
import {
  buyer,
  closed,
  due,
  fund,
  issueIn,
  minute,
  order,
  orderNow,
  SERIES,
  seriesNow,
  terms,
  withCoupon
} from "../bonds/world"
import { settled } from "../payouts/escrowWorld"
import {
  backAsked,
  bothApprove,
  fundAsked,
  issueAgain,
  issueAsked,
  multisigSale,
  signersEscrow,
  treasuryFor
} from "./bondWorld"
import {
  ada,
  approve,
  as,
  ask,
  balance,
  bea,
  cas,
  open,
  protect,
  ruleStored,
  rules,
  minute as signersMinute,
  signing,
  submit,
  world,
  XRD
} from "./world"

const messageOf = <A, E extends { readonly message: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(program), ({ message }) => message)
const manifestOf = (payload: unknown) =>
  Effect.flatMap(PreparedTransactions, (steps) => steps.findOrFail((payload as TransactionRequest).step)) // A request about a transaction.
const SENTENCE = "This treasury needs the approval of 2 of 3 signers: send them a request."

describeOnBothDatabases("bonds of a multisig treasury", (database) => {
  const Live = Layer.merge(DistributionsLive, UnitHolders.Default).pipe(Layer.provideMerge(world(database)))

  it.effect.each(rules)(
    "are issued by two of three, sold by the relayer, and paid back the same way: by %s",
    ([kind, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const treasury = community.treasuryAccount ?? ""
        const request = yield* issueAsked(community, rolling)
        assert.strictEqual((yield* approve(community, bea, request.id)).act.state, "waiting")
        assert.strictEqual((yield* seriesNow()).state, "draft")
        const last = yield* approve(community, cas, request.id)
        assert.strictEqual(last.act.state, "committed")
        const series = yield* seriesNow()
        assert.deepInclude(series, { state: "scheduled", issueTxId: last.act.txId })
        const bond = series.bondResource ?? ""
        assert.strictEqual(yield* balance(treasury, bond), 100)
        yield* TestClock.setTime(terms.saleOpensAt)
        yield* minute

        yield* signersEscrow(community)
        assert.deepInclude(yield* escrow(), { state: "funded", total: "100", signerRule: ruleStored(kind) })
        yield* Effect.forEach([0, 1], (n) => fund(accountOf(buyer(n))))
        const ids = yield* Effect.forEach([0, 1], (n) => order(community, buyer(n), 3 + n))
        yield* acknowledged()
        for (const id of ids) assert.deepInclude(yield* orderNow(community, id), { state: "settled" })
        assert.strictEqual(yield* balance(accountOf(buyer(1)), bond), 4)
        const owed = isOnLedger(series) ? yield* (yield* UnitHolders).owedTo(series, null) : []
        assert.sameMembers([...owed], [accountOf(buyer(0)), accountOf(buyer(1))])
        yield* closed
        yield* minute
        yield* acknowledged()
        assert.deepInclude(yield* escrow(), { state: "ended", paid: "7", returned: "93", problem: null })
        assert.strictEqual(yield* balance(treasury, bond), 93)

        yield* due(community)
        const id = `${SERIES}-redeem-0`
        yield* signersEscrow(community, "redeem")
        assert.deepInclude(yield* escrow(id), { state: "funded", total: "1750", resource: XRD })
        const requests = yield* Effect.forEach([0, 1], (n) => order(community, buyer(n), 3 + n, "redeem"))
        yield* acknowledged(id)
        for (const each of requests) assert.deepInclude(yield* orderNow(community, each), { state: "settled" })
        yield* minute
        assert.strictEqual((yield* seriesNow()).state, "redeemed")
        yield* acknowledged(id)
        assert.deepInclude(yield* escrow(id), { state: "ended", paid: "1750" })
        assert.strictEqual(yield* balance(treasury, bond), 100)
      }).pipe(Effect.provide(Live))
  )

  it.effect("are not issued, funded or settled by hand with one badge", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* issueAsked(community, rolling)
      const here = as(community, ada)
      assert.strictEqual(yield* messageOf((yield* Bonds).issue(here, SERIES)), SENTENCE)
      yield* Effect.ignore(submit((yield* manifestOf(request.payload)).manifest, ada))
      assert.strictEqual((yield* seriesNow()).state, "draft")
      yield* bothApprove(community, request.id)
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      const asked = yield* fundAsked(community)
      yield* Effect.ignore(submit((yield* manifestOf(asked.payload)).manifest, ada))
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", (yield* seriesNow()).bondResource ?? ""), 100)
      const settlements = yield* Settlements
      assert.strictEqual(yield* messageOf(settlements.prepare(here, SERIES, "buy")), SENTENCE)
      yield* bothApprove(community, asked.id)
      const alone = yield* TreasuryHolders.must(here, "settle orders")
      const escrows = yield* BondEscrows
      assert.match(
        yield* messageOf(escrows.takeBack(alone, community.id, SERIES, "buy")),
        /one badge cannot withdraw it/
      )
      assert.deepInclude(yield* escrow(), { state: "funded" })
    }).pipe(Effect.provide(Live))
  )

  it.effect("void the request for a draft that is changed, which needs a new one", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* issueAsked(community, rolling)
      yield* approve(community, bea, request.id)
      const bonds = yield* Bonds
      const changed = { ...terms, ...rolling, units: 90 }
      yield* bonds.saveDraft(community, accountOf(ada), { id: SERIES, version: 1, terms: changed })
      assert.match(yield* messageOf(ask(community, cas, request.id)), /withdrawn or prepared again since/)
      yield* (yield* Proposing).withdraw(as(community, ada), request.id)
      yield* TestClock.adjust("12 minutes")
      const again = yield* issueAgain(community, bea)
      yield* bothApprove(community, again.id, ada, cas)
      const series = yield* seriesNow()
      assert.deepInclude(series, { state: "scheduled", units: 90 })
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", series.bondResource ?? ""), 90)
    }).pipe(Effect.provide(Live))
  )

  it.effect("retry a fully signed issue until its end, and lock its draft meanwhile", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const request = yield* issueAsked(community, rolling)
      yield* approve(community, bea, request.id)
      yield* (yield* Faults).change({ nextTransaction: "CommittedFailure" })
      assert.strictEqual((yield* approve(community, cas, request.id)).act.state, "sent")
      const series = yield* seriesNow()
      assert.strictEqual(series.state, "issuing")
      const form = { id: SERIES, version: series.version, terms: { ...terms, ...rolling, units: 90 } }
      assert.match(yield* messageOf((yield* Bonds).saveDraft(community, accountOf(ada), form)), /being issued/)
      yield* TestClock.adjust("1 minute")
      yield* signersMinute
      yield* signersMinute
      assert.deepInclude(yield* seriesNow(), { state: "scheduled", units: 100 })
    }).pipe(Effect.provide(Live))
  )

  it.effect.each(rules)(
    "have their escrow withdrawn by two signers, or refunded by the relayer if those are slow: by %s",
    ([, under]) =>
      Effect.gen(function* () {
        const community = yield* multisigSale(rolling, under)
        const treasury = community.treasuryAccount ?? ""
        const bond = (yield* seriesNow()).bondResource ?? ""
        yield* signersEscrow(community)
        const first = yield* backAsked(community, "buy", cas)
        yield* acknowledged()
        assert.deepInclude(yield* escrow(), { state: "refunding", returned: "0" })
        yield* bothApprove(community, first.id, ada, bea)
        assert.strictEqual(yield* balance(treasury, bond), 100)
        yield* acknowledged()
        assert.deepInclude(yield* escrow(), { state: "ended", returned: "100" })

        yield* TestClock.adjust("12 minutes")
        yield* signersEscrow(community)
        const second = yield* backAsked(community)
        yield* TestClock.adjust("16 minutes")
        yield* acknowledged(`${SERIES}-buy-1`)
        assert.deepInclude(yield* escrow(`${SERIES}-buy-1`), { state: "ended", returned: "100" })
        assert.match(yield* messageOf(ask(community, bea, second.id)), /withdrawn or prepared again since/)
      }).pipe(Effect.provide(Live))
  )

  it.effect("end the sale if the minimum is missed: no buyer is charged, and every unit is refunded", () =>
    Effect.gen(function* () {
      const community = yield* multisigSale({ settleMode: "atClose", minRaiseUnits: 40 })
      yield* signersEscrow(community)
      yield* fund(accountOf(buyer(0)))
      const before = yield* balance(accountOf(buyer(0)), XRD)
      const id = yield* order(community, buyer(0), 5)
      yield* closed
      yield* acknowledged()
      yield* TestClock.setTime(terms.saleClosesAt + 73 * HOUR_MS)
      yield* minute
      yield* minute
      yield* acknowledged()
      assert.strictEqual((yield* seriesNow()).state, "cancelled")
      assert.deepInclude(yield* orderNow(community, id), { state: "lapsed" })
      assert.deepInclude(yield* escrow(), { state: "ended", paid: "0", returned: "100" })
      assert.strictEqual(yield* balance(accountOf(buyer(0)), XRD), before)
    }).pipe(Effect.provide(Live))
  )

  it.effect("are refunded without a sale if a badge holder cancels them before the first settlement", () =>
    Effect.gen(function* () {
      const community = yield* multisigSale(rolling)
      yield* signersEscrow(community)
      yield* (yield* Bonds).cancel(community.id, SERIES, accountOf(bea), "We found the money elsewhere")
      yield* acknowledged()
      assert.deepInclude(yield* escrow(), { state: "ended", paid: "0", returned: "100" })
    }).pipe(Effect.provide(Live))
  )

  it.effect("can be funded by a new request after a withdrawn or expired one, which does not delay the series", () =>
    Effect.gen(function* () {
      const community = yield* multisigSale(rolling)
      const asked = yield* fundAsked(community)
      yield* (yield* Proposing).withdraw(as(community, ada), asked.id)
      assert.match(String((yield* escrow()).problem), /withdrawn before all had signed/)
      const again = yield* fundAsked(community, "buy", 40, bea)
      yield* bothApprove(community, again.id, ada, cas)
      assert.deepInclude(yield* escrow(), { state: "funded", total: "40" })
    }).pipe(Effect.provide(Live))
  )

  it.effect("are refunded by the site for one badge once the multisig has ended, which then settles by hand", () =>
    Effect.gen(function* () {
      const community = yield* multisigSale(rolling)
      yield* signersEscrow(community)
      yield* TestClock.adjust("12 minutes")
      const release = yield* (yield* Proposing).release(as(community, bea), { reason: "We trust each other" })
      yield* bothApprove(community, release.id, ada, bea)
      const escrows = yield* BondEscrows
      const byHand = (yield* Settlements).prepare(as(community, ada), SERIES, "buy")
      assert.match(yield* messageOf(byHand), /from the signers' escrow\. To sign batches yourself, let it return/)
      const alone = yield* treasuryFor(community, ada)
      assert.match(yield* messageOf(escrows.takeBack(alone, community.id, SERIES, "buy")), /Let the site return/)
      yield* escrows.withdrawFromEscrow(community.id, SERIES, "buy")
      yield* acknowledged()
      assert.deepInclude(yield* escrow(FIRST), { state: "ended", returned: "100" })
    }).pipe(Effect.provide(Live))
  )

  it.effect("have coupons prepared by a badge holder and paid by the signers as a list, before redemptions", () =>
    Effect.gen(function* () {
      const community = yield* multisigSale({ ...withCoupon, settleMode: "rolling" })
      yield* signersEscrow(community)
      yield* fund(accountOf(buyer(0)))
      yield* order(community, buyer(0), 5)
      yield* acknowledged()
      yield* closed
      yield* minute
      yield* acknowledged()
      yield* due(community)
      const before = yield* balance(community.treasuryAccount ?? "", XRD)
      const number = yield* Coupons.prepare(as(community, cas), SERIES)
      const run = yield* (yield* DistributionsRepo).findOrFail(community.id, number)
      assert.deepInclude<Readonly<Record<string, unknown>>>({ ...run }, { purpose: "coupon", state: "draft" })
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), before)
      const [distributions, repo] = [yield* Distributions, yield* DistributionsRepo]
      yield* distributions.accept(run, false)
      const held = yield* treasuryFor(community, cas)
      const may = () => Effect.void
      const begin = { size: 1, fee: AmountText.make("1"), version: 1, may }
      const step = yield* (yield* PayoutEscrows).begin(held, yield* repo.findIdOrFail(run.id), begin)
      const signer = yield* (yield* SignerAccess).requireWithinRules(as(community, cas), "propose it")
      const about = { number, title: run.title }
      const wanted = { kind: "parking", step, run: about, amounts: [], digest: run.digest } as const
      const approval = yield* (yield* TransactionRequests).propose(as(community, cas), signer, wanted)
      const had = yield* balance(accountOf(buyer(0)), XRD)
      yield* bothApprove(community, approval.id, ada, bea)
      yield* settled(run.id)
      yield* settled(run.id)
      assert.strictEqual((yield* repo.findIdOrFail(run.id)).state, "done")
      assert.isAbove(yield* balance(accountOf(buyer(0)), XRD), had)
      // Marked as paid, so that face values can be paid back.
      yield* minute
      yield* signersEscrow(community, "redeem")
      const request = yield* order(community, buyer(0), 5, "redeem")
      yield* acknowledged(`${SERIES}-redeem-0`)
      assert.deepInclude(yield* orderNow(community, request), { state: "settled" })
    }).pipe(Effect.provide(Live))
  )

  it.effect("issued by one badge are completed by signers once that badge's escrow is refunded", () =>
    Effect.gen(function* () {
      const community = yield* open
      yield* issueIn(community, SERIES, rolling)
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      yield* fundEscrow(community)
      assert.match(yield* messageOf(protect(community)), /Any single admin can withdraw the escrow of the bond/)
      yield* (yield* BondEscrows).withdrawFromEscrow(community.id, SERIES, "buy")
      assert.match(yield* messageOf(protect(community)), /is being refunded/)
      yield* acknowledged()
      yield* protect(community)
      const again = yield* fundAsked(community)
      yield* bothApprove(community, again.id)
      yield* fund(accountOf(buyer(0)))
      const id = yield* order(community, buyer(0), 5)
      yield* acknowledged(`${SERIES}-buy-1`)
      assert.deepInclude(yield* orderNow(community, id), { state: "settled" })
    }).pipe(Effect.provide(Live))
  )
})
