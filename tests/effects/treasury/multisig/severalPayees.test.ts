/** A request that pays several accounts: all of them or none, each notified of their own part, and counted together. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { titleOf } from "~/effects/treasury/multisig/approvalMessages"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { registered } from "../claims/world"
import { replied, waiting } from "./submitting"
import { ada, approve, ask, balance, bea, cas, dan, eve, rules, signing, world, XRD } from "./world"

const form = {
  intent: "propose-payment",
  resource: XRD,
  amount: "420",
  payee: accountOf(eve),
  amount2: "7.5",
  payee2: accountOf(dan),
  reason: "Pump repair",
  vote: "",
  rows: "3"
}
const [paidEve, paidDan] = [balance(accountOf(eve), XRD), balance(accountOf(dan), XRD)]

describeOnBothDatabases("a payment to several accounts", (database) => {
  const Live = Layer.mergeAll(BudgetsLive, DistributionsLive, HandOver.Default, Idempotency.Default).pipe(
    Layer.provideMerge(world(database))
  )

  it.effect.each(rules)(
    "is one request that names all of them, in the wallet's message too, and pays all of them together: by %s",
    ([, under]) =>
      Effect.gen(function* () {
        const community = yield* under()
        for (const who of [ada, eve, dan]) yield* registered(accountOf(who))
        // A row whose two fields are empty is omitted.
        assert.isTrue(Option.isNone(yield* replied(community, ada, { ...form, amount3: "", payee3: " " })))
        const request = yield* waiting(community)
        const title = titleOf(request)
        assert.match(title, /^Pay 420 XRD to .+ and 7\.5 XRD to .+$/)
        const signers = [ada, bea, cas]
          .filter((who) => request.signers.some(({ account }) => account === accountOf(who)))
          .slice(0, 2)
        const asked = yield* ask(community, signers[0] ?? ada, request.id)
        assert.include(asked.message, `${title}. Pump repair`)
        for (const signer of signers) yield* approve(community, signer, request.id)
        assert.deepStrictEqual([yield* paidEve, yield* paidDan], [420, 7.5])
        const sql = yield* SqlClient.SqlClient
        const notified = yield* sql<{
          readonly account: string
          readonly text: string
        }>`SELECT account_address AS account, text
        FROM notifications WHERE text LIKE '%were paid%' ORDER BY text`
        assert.deepStrictEqual(
          notified.map(({ account, text }) => [account, text]),
          [
            [accountOf(eve), "420 XRD were paid: Pump repair"],
            [accountOf(ada), "427.5 XRD were paid: Pump repair"],
            [accountOf(dan), "7.5 XRD were paid: Pump repair"]
          ]
        )
        // Payments without a vote count together.
        assert.strictEqual(String(yield* (yield* PayoutApprovals).paidFreely(community.id, XRD)), "427.5")
      }).pipe(Effect.provide(Live))
  )

  it.effect("is refused at the wrong row and keeps everything typed; the balance must cover the sum", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const refused = (changes: Readonly<Record<string, string>>) =>
        Effect.map(replied(community, ada, { ...form, ...changes }), (reply) => Option.getOrThrow(reply))
      const fields = (changes: Readonly<Record<string, string>>) => Effect.map(refused(changes), (one) => one.fields)
      const twice = yield* refused({ payee2: accountOf(eve) })
      assert.deepStrictEqual(twice.fields, {
        payee2: "This account is in this payment already. Write one amount for it."
      })
      assert.deepInclude(twice.sent, { payee2: accountOf(eve), amount2: "7.5", rows: "3", reason: "Pump repair" })
      assert.deepStrictEqual(yield* fields({ amount2: "some" }), {
        amount2: "Write a number, for example 420 or 12.5."
      })
      assert.deepStrictEqual(yield* fields({ amount2: "0" }), { amount2: "Must be more than zero." })
      assert.deepStrictEqual(yield* fields({ payee2: "Nobody" }), {
        payee2: "No active member has this name, and it is not an account on the test network."
      })
      assert.deepStrictEqual(yield* fields({ payee2: "" }), {
        payee2: "No active member has this name, and it is not an account on the test network."
      })
      assert.deepStrictEqual(yield* fields({ amount: "9000", amount2: "1000.5" }), {
        amount: "The treasury holds 10000 XRD."
      })
      // The ledger can hold each of these amounts, but not their sum.
      const most = `3${"0".repeat(39)}`
      assert.deepStrictEqual(yield* fields({ amount: most, amount2: most }), {
        amount: "The treasury holds 10000 XRD."
      })
      assert.deepStrictEqual(yield* fields({ amount11: "1", payee11: accountOf(cas) }), {
        payee: "At most 10 payees in one request."
      })
      assert.deepStrictEqual(yield* fields({ payee2: community.treasuryAccount ?? "" }), {
        payee2: "This is the treasury itself."
      })
      assert.deepStrictEqual([yield* paidEve, yield* paidDan], [0, 0])
    }).pipe(Effect.provide(Live))
  )

  it.effect("gets another row from the server, also without JavaScript, and keeps what was typed", () =>
    Effect.gen(function* () {
      const community = yield* signing()
      const more = Option.getOrThrow(yield* replied(community, ada, { ...form, intent: "add-payee" }))
      assert.deepInclude(more, { ok: true, message: "", fields: {} })
      assert.deepInclude(more.sent, { amount: "420", payee2: accountOf(dan), rows: "4" })
      const full = Option.getOrThrow(yield* replied(community, ada, { ...form, intent: "add-payee", rows: "10" }))
      assert.deepInclude(full.sent, { rows: "10" })
    }).pipe(Effect.provide(Live))
  )
})
