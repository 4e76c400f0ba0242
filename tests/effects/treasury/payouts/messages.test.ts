/** Every refusal of tokenDistribution; the reasons for single lines are in lists.test.ts. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { ruleRows } from "~/effects/treasury/payouts/ruleRows.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { XRD } from "../../chain/ledger/transactions"
import { submitOn } from "./submit"
import { garden, person, planned, report, sign, world } from "./world"

const find = (place: Effect.Effect.Success<typeof garden>, number: number) =>
  Effect.flatMap(DistributionsRepo, (repo) => repo.findOrFail(place.community.id, number))

describeOnBothDatabases("refusals of tokenDistribution", (database) => {
  const Live = Layer.provideMerge(Idempotency.Default, world(database))

  const stage = Effect.gen(function* () {
    const place = yield* garden
    return { place, submit: submitOn(place) }
  })

  it.effect("cover a new payout: title, token, list, file, rule", () =>
    Effect.gen(function* () {
      const { place, submit } = yield* stage
      const { community, treasury } = place
      const good = {
        intent: "create",
        title: "Harvest share",
        resource: treasury.token ?? "",
        source: "csv",
        csv: `${person(0).account},1`
      }
      const lines = (many: number) => Array.from({ length: many }, () => "nobody,1").join("\n")
      const large = new File([new Uint8Array(3_145_729).fill(10)], "list.csv", { type: "text/csv" })
      const rule = { source: "rule", who: "all", how: "equal" }
      for (const [changes, message] of [
        [{ resource: `resource_tdx_2_1${"q".repeat(50)}` }, "The ledger does not know this token."],
        [{ resource: treasury.badge }, "The ledger does not know this token."],
        [{ csv: " \n\n" }, "The list is empty."],
        [{ csv: lines(10_001) }, "At most 10,000 rows. Split the file."],
        [{ csv: "x".repeat(3_145_729) }, "The list is larger than 3 MiB. Split it."],
        [{ file: large }, "The list is larger than 3 MiB. Split it."],
        [
          { csv: '"nobody,1' },
          "A quotation mark in line 1 is not closed at the end of its field. Close it, or remove it."
        ],
        [{ csv: ",".repeat(1_000_000) }, "At most 100 columns. Remove those that are not needed."],
        [{ ...rule, pool: "1000", who: "voters", proposal: "7" }, "Nobody voted on proposal 7."],
        [{ ...rule, pool: "1000" }, "This rule pays nobody."]
      ] as const) {
        assert.strictEqual(yield* submit("?new=1", { ...good, ...changes }), message)
      }
      for (const [changes, field] of [
        [{ title: "Four" }, /5 to 120/],
        [{ recoverDays: "10" }, /90/],
        [{ ...rule, pool: "many" }, /./]
      ] as const) {
        assert.match(yield* submit("?new=1", { ...good, ...changes }), field)
      }
      const bare = { ...treasury, token: null }
      const wanted = { who: "holders", which: "", how: "equal", pool: AmountText.make("1") } as const
      const holders = yield* Effect.flip(ruleRows(community, bare, wanted, 2))
      assert.strictEqual(holders.message, "This community has no token whose holders could be paid.")
      const byToken = { ...community, governance: { ...community.governance, weightMode: "token" as const } }
      const weights = yield* Effect.flip(ruleRows(byToken, bare, { ...wanted, who: "all", how: "weight" }, 2))
      assert.strictEqual(weights.message, "This community counts votes by token and has no token yet.")

      assert.strictEqual(yield* submit("?new=1", { ...good, csv: "nobody,1" }), "")
      assert.strictEqual(yield* submit("?d=1", { intent: "accept" }), "1 line has an error. Fix it, or leave it out.")
      assert.strictEqual(yield* submit("?d=1", { intent: "exclude-wrong", version: "1" }), "")
      assert.strictEqual(yield* submit("?d=1", { intent: "accept" }), "The list has no line that can be paid.")
      assert.match(
        yield* submit("?d=1", { intent: "exclude-wrong", version: "1" }),
        /^Someone changed this meanwhile\./
      )
      assert.strictEqual(
        yield* submit("?d=1", { intent: "start" }),
        "This payout is draft; starting it is no longer possible."
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "cover a started payout: short of tokens, too expensive, paused, sent, failed, over, nothing to recover",
    () =>
      Effect.gen(function* () {
        const { place, submit } = yield* stage
        const { treasury } = place
        const distributions = yield* Distributions
        const payouts = yield* Payouts
        const faults = yield* Faults
        const one = person(0)
        const dear = yield* planned(place, [[one.account, 100_001n * ONE]])
        assert.strictEqual(yield* submit("?d=1", { intent: "start" }), "The treasury needs 1 more GRD.")
        const refused = yield* Effect.flip(
          payouts.fit(treasury, { ...dear, resource: XRD }, [{ account: one.account, amount: ONE }])
        )
        assert.match(refused.message, /^The ledger would refuse this transaction: ./)
        yield* distributions.stop(dear)

        yield* planned(place, [[one.account, ONE]], "claim")
        const at = "?d=2"
        for (const intent of ["start", "pause"]) assert.strictEqual(yield* submit(at, { intent }), "")
        assert.strictEqual(yield* submit(at, { intent: "next" }), "This payout is paused. Resume it first.")
        assert.strictEqual(yield* submit(at, { intent: "resume" }), "")
        const asked = (yield* payouts.next(treasury, yield* find(place, 2))).pipe(Option.getOrThrow)
        yield* faults.change({ nextTransaction: "Pending" })
        yield* report(asked.id, yield* sign(asked.manifest))
        assert.strictEqual(
          yield* submit(at, { intent: "next" }),
          "All batches are sent. Waiting for the ledger to decide."
        )
        yield* TestClock.adjust("2 minutes")
        yield* (yield* TransactionChecks).check(yield* (yield* PreparedTransactions).findOrFail(asked.id))
        assert.strictEqual(
          yield* submit(at, { intent: "next" }),
          "This payout is done; sending it is no longer possible."
        )
        assert.match(
          yield* submit(at, { intent: "recover" }),
          /^Unclaimed tokens can be returned to the treasury after \d/
        )
        yield* TestClock.adjust("181 days")
        const back = yield* payouts.recover(treasury, yield* find(place, 2))
        yield* report(back.id, yield* sign(back.manifest))
        assert.strictEqual(yield* submit(at, { intent: "recover" }), "Nothing is left to return.")

        yield* planned(place, [[one.account, ONE]])
        assert.strictEqual(yield* submit("?d=3", { intent: "start" }), "")
        yield* faults.change({ nextTransaction: "Rejected" })
        const third = (yield* payouts.next(treasury, yield* find(place, 3))).pipe(Option.getOrThrow)
        yield* report(third.id, yield* sign(third.manifest))
        assert.strictEqual(yield* submit("?d=3", { intent: "next" }), "Batches failed. Retry them first.")
        yield* (yield* SqlClient.SqlClient)`UPDATE distributions SET recover_after = NULL WHERE number = 3`
        assert.strictEqual(
          yield* submit("?d=3", { intent: "recover" }),
          "This payout never returns unclaimed tokens to the treasury."
        )
      }).pipe(Effect.provide(Live))
  )
})
