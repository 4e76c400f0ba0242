/**
 * A payout that was stopped midway: what it pays afterwards, and what it never pays again (docs/product/treasury.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Faults } from "~/effects/local/Faults.server"
import { DistributionRows } from "~/effects/treasury/payouts/DistributionRows.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { visitInside } from "../../communities/members/world"
import { signIn } from "../../publishing/dashboard/visits"
import { ADA, garden, held, person, planned, report, sign, world } from "./world"

const DAY_MS = 86_400_000
const people = Array.from({ length: 5 }, (_, index) => person(index))

/** Five people in three batches, started; controlled by buttons from here on. */
const started = (mode: "direct" | "claim") =>
  Effect.gen(function* () {
    const place = yield* garden
    const payouts = yield* Payouts
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const { id } = place.community
    const run = yield* planned(
      place,
      people.map(({ account }, index) => [account, BigInt(index + 1) * ONE] as const),
      mode
    )
    yield* distributions.start(run, 2, 1)
    const submit = (intent: string) =>
      Effect.gen(function* () {
        const token = yield* signIn(ADA)
        const ended = yield* Effect.either(
          visitInside({ id, token, path: "?d=1", form: { intent } }, distributionAction)
        )
        return Either.isRight(ended) ? ended.right.data.message : ""
      })
    const pay = Effect.gen(function* () {
      const step = yield* Effect.flatten(payouts.next(place.treasury, run))
      return yield* report(step.id, yield* sign(step.manifest))
    })
    const now = repo.findOrFail(id, 1)
    const see = Effect.flatMap(signIn(ADA), (token) => visitInside({ id, token, path: "?d=1" }, distributionPage))
    const amounts = held(
      place.treasury.token,
      people.map(({ account }) => account)
    )
    return { place, submit, pay, now, see, amounts, run }
  })

describeOnBothDatabases("a stopped payout", (database) => {
  const Live = Layer.provideMerge(Idempotency.Default, world(database))

  it.effect("is shown as of one moment, also if a batch is confirmed while the page is loaded", () =>
    Effect.gen(function* () {
      const { pay, see } = yield* started("direct")
      const rows = yield* DistributionRows
      const paid = Effect.orDie(Effect.provide(pay, yield* Effect.context<Effect.Effect.Context<typeof pay>>()))
      let isFirst = true
      // After the payout's own row was read, and before its batches are.
      const page: DistributionRows["page"] = (...asked) =>
        Effect.zipRight(
          Effect.when(paid, () => isFirst),
          Effect.suspend(() => {
            isFirst = false
            return rows.page(...asked)
          })
        )
      const shown = yield* Effect.provideService(see, DistributionRows, DistributionRows.make({ ...rows, page }))
      if (shown.view !== "run") return assert.fail("no run")
      const committed = shown.chunks.filter(({ state }) => state === "committed").length
      assert.deepStrictEqual([shown.run.chunksDone, committed], [1, 1])
    }).pipe(Effect.provide(Live))
  )

  it.effect("can be resumed: the rest is paid under the same keys, and nobody twice", () =>
    Effect.gen(function* () {
      const { amounts, now, pay, place, submit, run, see } = yield* started("direct")
      const faults = yield* Faults
      const payouts = yield* Payouts
      assert.strictEqual(yield* submit("take-up"), "This payout is running; paying the rest is no longer possible.")
      yield* pay
      yield* faults.change({ nextTransaction: "CommittedFailure" })
      yield* pay
      assert.strictEqual(yield* submit("stop"), "")
      assert.strictEqual(yield* submit("stop"), "This payout is stopped; stopping it is no longer possible.")
      assert.strictEqual(yield* submit("next"), "This payout is stopped; sending it is no longer possible.")
      const shown = yield* see
      assert.deepStrictEqual(shown.view === "run" && shown.chunks.map(({ amount, state }) => [amount, state]), [
        [AmountText.make("3"), "committed"],
        [AmountText.make("7"), "failed"],
        [AmountText.make("5"), "ready"]
      ])
      const list = yield* Effect.flatMap(signIn(ADA), (token) =>
        visitInside({ id: place.community.id, token }, distributionPage)
      )
      assert.deepInclude(list.view === "list" ? list.runs[0] : {}, { state: "stopped", rowsSent: 2, rowsFailed: 2 })
      assert.strictEqual(yield* submit("take-up"), "")
      assert.deepInclude(yield* now, { state: "running", finishedAt: null, paused: 0, rowsSent: 2 })
      // Signed by one device, and by another after the reload: the ledger accepts the batch once.
      const step = yield* Effect.flatten(payouts.next(place.treasury, run))
      const [first, second] = [yield* sign(step.manifest), yield* sign(step.manifest)]
      assert.strictEqual((yield* report(step.id, second)).state, "failed")
      assert.notStrictEqual(first, second)
      yield* submit("stop")
      yield* submit("take-up")
      assert.isTrue(Option.isNone(yield* payouts.next(place.treasury, run)))
      yield* pay
      assert.deepInclude(yield* now, { state: "done", rowsSent: 5, chunksDone: 3 })
      assert.deepStrictEqual(yield* amounts, ["1", "2", "3", "4", "5"])
      assert.deepStrictEqual(yield* held(place.treasury.token, [place.treasury.treasury]), ["99985"])
      assert.strictEqual(yield* submit("take-up"), "This payout is done; paying the rest is no longer possible.")
    }).pipe(Effect.provide(Live))
  )

  it.effect("counts what a wallet signed before the stop, and is done with its last batch", () =>
    Effect.gen(function* () {
      const { amounts, now, pay, place, submit, run } = yield* started("direct")
      const payouts = yield* Payouts
      yield* pay
      yield* pay
      const step = yield* Effect.flatten(payouts.next(place.treasury, run))
      yield* submit("stop")
      yield* report(step.id, yield* sign(step.manifest))
      assert.deepInclude(yield* now, { state: "done", chunksDone: 3 })
      // The treasury's page knows immediately, before the indexer has run.
      const sql = yield* SqlClient.SqlClient
      const moved = yield* sql<{
        readonly change: string
      }>`SELECT change FROM treasury_movements ORDER BY state_version`
      assert.deepStrictEqual(
        moved.map(({ change }) => change),
        ["100000", "-3", "-7", "-5"]
      )
      assert.deepStrictEqual(yield* amounts, ["1", "2", "3", "4", "5"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("is not resumed with an empty treasury, and restarts the time for claims with its last batch", () =>
    Effect.gen(function* () {
      const { now, pay, place, submit } = yield* started("claim")
      const sql = yield* SqlClient.SqlClient
      const { admin, token, treasury } = place.treasury
      yield* pay
      yield* submit("stop")
      yield* sign(`CALL_METHOD Address("${ADA}") "create_proof_of_non_fungibles" Address("${admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));
CALL_METHOD Address("${treasury}") "withdraw" Address("${token}") Decimal("99990");
CALL_METHOD Address("${ADA}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`)
      assert.strictEqual(yield* submit("take-up"), "The treasury needs 5 more GRD.")
      assert.strictEqual((yield* now).state, "stopped")
      yield* sign(`CALL_METHOD Address("${ADA}") "withdraw" Address("${token}") Decimal("99990");
CALL_METHOD Address("${treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`)
      yield* TestClock.adjust("170 days")
      yield* submit("take-up")
      yield* pay
      yield* pay
      const { recoverAfter, startedAt } = yield* now
      assert.isAtLeast((recoverAfter ?? 0) - (startedAt ?? 0), 350 * DAY_MS)
      const dates = yield* sql<{ readonly recoverAfter: number }>`SELECT DISTINCT recover_after FROM claims`
      assert.deepStrictEqual(
        dates.map((each) => Number(each.recoverAfter)),
        [recoverAfter]
      )
      yield* TestClock.adjust("20 days")
      assert.match(yield* submit("recover"), /^Unclaimed tokens can be returned to the treasury after /)
    }).pipe(Effect.provide(Live))
  )
})
