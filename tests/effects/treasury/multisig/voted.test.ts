/** A multisig payment that a vote decided: it executes the vote only if it is what was voted. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { isVotedPayment } from "~/effects/treasury/multisig/votedPayment"
import { ONE, renderManifest, Templates, Tree } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, signer } from "../../../ledger/signing"
import { FAUCET } from "../../chain/ledger/transactions"
import { ada, approve, balance, bea, cas, eve, propose, rules, world, XRD } from "./world"

const place = { treasury: asAccount(accountOf(signer(160))), badge: asResource(XRD) }
const payee = accountOf(eve)
const payment = { resource: XRD, amount: AmountText.make("420"), payee, further: [] }

const paying = (amount = 420n, to = payee) =>
  Templates.executePayment({
    admin: { account: accountOf(ada), badge: place.badge, id: "#2#" },
    treasury: place.treasury,
    resource: XRD,
    amount: amount * ONE,
    payee: to,
    proposalId: "abc",
    proposalHash: "00"
  })
const written = (amount = 420n, to = payee) => renderManifest(paying(amount, to))

describe("the match with a vote", () => {
  it("is exactly this payment, with any proof and with anything that a wallet adds", () => {
    assert.isTrue(isVotedPayment(written(), payment, place))
    // Without a proof and an idempotency key, as people write it.
    const plain = renderManifest(Tree.manifest(...paying().instructions.slice(1, 4)))
    assert.isTrue(isVotedPayment(plain, payment, place))
    const locked = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");\n${written()}`
    assert.isTrue(isVotedPayment(locked, payment, place))
    assert.isFalse(isVotedPayment(written(419n), payment, place))
    assert.isFalse(isVotedPayment(written(420n, accountOf(bea)), payment, place))
    assert.isFalse(isVotedPayment(`${written()}DROP_ALL_PROOFS;\n`, payment, place))
    assert.isFalse(isVotedPayment(written() + written(), payment, place))
    assert.isFalse(isVotedPayment(written(), payment, { ...place, treasury: asAccount(accountOf(cas)) }))
    assert.isFalse(isVotedPayment("no manifest at all", payment, place))
    const both = Tree.manifest(
      ...paying().instructions.slice(1, 4),
      ...paying(7n, accountOf(bea)).instructions.slice(1, 4)
    )
    const second = { amount: AmountText.make("7"), payee: accountOf(bea), payeeName: null }
    const twoPaid = { ...payment, further: [second] }
    const twice = Templates.paymentsRequest({
      treasury: place.treasury,
      payments: [
        { resource: XRD, amount: 420n * ONE, payee },
        { resource: XRD, amount: 7n * ONE, payee: accountOf(bea) }
      ],
      idempotencyKey: "proposal:abc",
      digest: "00"
    })
    assert.isTrue(isVotedPayment(renderManifest(twice), twoPaid, place))
    assert.isFalse(isVotedPayment(renderManifest(twice), payment, place))
    assert.isFalse(isVotedPayment(written(), twoPaid, place))
    const exchanged = {
      ...payment,
      amount: second.amount,
      payee: second.payee,
      further: [{ ...payment, payeeName: null }]
    }
    assert.isFalse(isVotedPayment(renderManifest(twice), exchanged, place))
    // Using the same bucket name twice makes it no valid manifest.
    assert.isFalse(isVotedPayment(renderManifest(both), payment, place))
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (one, other) => {
        const wanted = { ...payment, amount: AmountText.make(String(other)) }
        assert.strictEqual(isVotedPayment(written(one), wanted, place), one === other)
      }),
      { numRuns: 30 }
    )
  })
})

/** A passed vote, as its close leaves it. */
const passed = (community: Community, number: number, manifest: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const action = Either.getOrThrow(manifestAction(manifest))
    const row = {
      id: `voted${number + 1}aaaaaa`,
      communityId: community.id,
      number,
      author: accountOf(ada),
      kind: "decision",
      title: "Pay Eve for the pump",
      summary: "For the pump",
      body: "The pump is broken, and Eve mends it for the price of its parts.",
      searchText: "pay eve",
      voteType: "basic",
      choices: "[]",
      reviewHours: 0,
      opensAt: 0,
      closesAt: 0,
      quorumPct: 0,
      thresholdPct: 50,
      weightMode: "member",
      minMembershipHours: 0,
      resultsVisibility: "always",
      action: JSON.stringify(action),
      actionType: action.type,
      actionHash: action.hash,
      status: "awaitingExecution",
      sortAt: 0,
      closedAt: 0,
      publishedAt: 0,
      createdAt: 0,
      updatedAt: 0
    }
    yield* sql`INSERT INTO proposals ${sql.insert(row)}`
  })

const statusOf = (community: Community, number: number) =>
  Effect.gen(function* () {
    const { execution, status } = yield* (yield* ProposalsRepo).findOrFail(community.id, number, null)
    return { status, txId: execution?.txId ?? null }
  })

describeOnBothDatabases("a payment that a vote decided", (database) => {
  it.effect.each(rules)(
    "executes the vote if it is what was voted; another payment in its name leaves the vote waiting: by %s",
    ([kind, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        const sign = kind === "badges" ? ["#2#", "#3#"] : []
        const { badge, treasury } = Option.getOrThrow(onLedger(community))
        const voted = (amount: bigint) =>
          renderManifest(
            Templates.executePayment({
              admin: { account: accountOf(ada), badge, id: "#1#" },
              treasury,
              resource: XRD,
              amount: amount * ONE,
              payee,
              proposalId: "x",
              proposalHash: "00"
            })
          )
        yield* passed(community, 1, voted(420n))
        yield* passed(community, 2, voted(7n))
        const same = yield* propose(community, ada, { vote: 1, sign })
        yield* approve(community, bea, same.id)
        const done = yield* approve(community, cas, same.id)
        assert.deepStrictEqual(yield* statusOf(community, 1), { status: "executed", txId: done.act.txId })
        const other = yield* propose(community, ada, { vote: 2, sign })
        yield* approve(community, bea, other.id)
        assert.strictEqual((yield* approve(community, cas, other.id)).act.state, "committed")
        assert.deepStrictEqual(yield* statusOf(community, 2), { status: "awaitingExecution", txId: null })
        assert.strictEqual(yield* balance(payee, XRD), 840)
        // If a vote is required, a vote about something else does not count.
        const many = { ...community, memberCount: 4 }
        yield* passed(community, 3, voted(420n))
        yield* passed(community, 4, voted(7n))
        const refused = yield* Effect.flip(propose(many, ada, { vote: 4, sign }))
        assert.strictEqual(refused._tag, "PaymentNotApproved")
        assert.match(refused.message, /^A vote has to decide on this payment first. Vote 4 does not pay exactly this\./)
        const decided = yield* propose(many, ada, { vote: 3, sign })
        assert.deepInclude(decided.payload, { noVote: null })
        yield* approve(many, bea, decided.id)
        assert.strictEqual((yield* approve(many, cas, decided.id)).act.state, "committed")
        assert.strictEqual(yield* balance(payee, XRD), 1260)
        // The same vote pays once, and an executed one pays no more.
        assert.match(
          (yield* Effect.flip(propose(community, bea, { vote: 2, sign }))).message,
          /for this vote is made already/
        )
      }).pipe(Effect.provide(world(database))),
    60_000
  )
})
