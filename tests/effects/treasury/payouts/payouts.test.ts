import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { DistributionBatches } from "~/effects/treasury/payouts/DistributionBatches.server"
import { DistributionRows } from "~/effects/treasury/payouts/DistributionRows.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { ADA, garden, held, person, planned, refuseDeposits, report, sign, world } from "./world"

type Garden = Effect.Effect.Success<typeof garden>

const started = (place: Garden, count: number, size: number) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const people = Array.from({ length: count }, (_, index) => person(index))
    const run = yield* planned(
      place,
      people.map(({ account }, index) => [account, BigInt(index + 1) * ONE] as const)
    )
    yield* distributions.start(run, size, 1)
    return { people, run: yield* repo.findOrFail(place.community.id, run.number) }
  })

const next = (place: Garden, run: Effect.Effect.Success<ReturnType<typeof started>>["run"]) =>
  Effect.flatMap(Payouts, (payouts) => payouts.next(place.treasury, run))

const again = (place: Garden, number: number) =>
  Effect.flatMap(DistributionsRepo, (repo) => repo.findOrFail(place.community.id, number))

describeOnBothDatabases("payouts", (database) => {
  it.effect("pay accounts that accept, store the rest as claims, and end as done", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const payouts = yield* Payouts
      const distributions = yield* Distributions
      const repo = yield* DistributionRows
      const shy = person(2)
      yield* refuseDeposits(shy)
      const people = [person(0), person(1), shy, person(3), person(4)]
      const draft = yield* planned(
        place,
        people.map(({ account }) => [account, 10n * ONE] as const)
      )
      const fit = yield* payouts.fit(place.treasury, draft, yield* distributions.payable(draft.id))
      assert.deepInclude(fit, { size: 40, batches: 1 })
      assert.isAbove(Number(fit.fee), 0)
      yield* distributions.start(draft, fit.size, 1)
      const step = Option.getOrThrow(yield* next(place, draft))
      const txId = yield* sign(step.manifest)
      assert.strictEqual((yield* report(step.id, txId)).state, "verified")
      assert.deepInclude(yield* again(place, draft.number), {
        state: "done",
        rowsSent: 4,
        rowsClaimable: 1,
        chunksDone: 1
      })
      assert.deepStrictEqual(
        yield* held(
          place.treasury.token,
          people.map(({ account }) => account)
        ),
        ["10", "10", "0", "10", "10"]
      )
      const rows = yield* repo.page(draft.id, 0, 10)
      assert.deepStrictEqual(
        rows.map(({ state }) => state),
        ["sent", "sent", "claimable", "sent", "sent"]
      )
      assert.isTrue(rows.every((row) => row.txId === txId))

      // The refusing recipient withdraws with their own wallet.
      const claims = yield* Claims
      const claim = yield* claims.prepare(place.community, shy.account, null)
      assert.strictEqual((yield* report(claim.id, yield* sign(claim.manifest, shy.signer))).state, "verified")
      assert.deepStrictEqual(yield* held(place.treasury.token, [shy.account]), ["10"])
      assert.deepInclude(yield* again(place, draft.number), { rowsSent: 4, rowsClaimable: 0, rowsClaimed: 1 })
      const nothing = yield* Effect.flip(claims.prepare(place.community, shy.account, null))
      assert.match(nothing.message, /^Nothing is waiting any more\. It was claimed at /)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are cut into batches that add up to the plan, and signed one after the other", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const repo = yield* DistributionBatches
      const { people, run } = yield* started(place, 7, 3)
      const batches = yield* repo.all(run.id)
      assert.deepStrictEqual(
        batches.map(({ amount, people: many }) => [many, amount]),
        [
          [3, "6"],
          [3, "15"],
          [1, "7"]
        ]
      )
      for (let batch = 0; batch < 3; batch++) {
        const step = Option.getOrThrow(yield* next(place, run))
        yield* report(step.id, yield* sign(step.manifest))
      }
      assert.deepStrictEqual(
        yield* held(
          place.treasury.token,
          people.map(({ account }) => account)
        ),
        ["1", "2", "3", "4", "5", "6", "7"]
      )
      assert.deepStrictEqual(yield* held(place.treasury.token, [place.treasury.treasury]), ["99972"])
      assert.strictEqual((yield* again(place, run.number)).state, "done")
      assert.strictEqual((yield* Effect.flip(next(place, run)))._tag, "WrongState")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("pay a batch once on the ledger, whether it is signed twice, reported once or never", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { people, run } = yield* started(place, 2, 1)
      const first = Option.getOrThrow(yield* next(place, run))
      // Two devices sign the same batch; the second transaction fails on the locked key.
      const [, second] = [yield* sign(first.manifest), yield* sign(first.manifest)]
      assert.strictEqual((yield* report(first.id, second)).state, "failed")
      const distributions = yield* Distributions
      yield* distributions.retry(run)
      // Requested again, it is found to be paid, and nothing is left to sign.
      assert.isTrue(Option.isNone(yield* next(place, run)))
      assert.deepInclude(yield* again(place, run.number), { rowsSent: 1, chunksDone: 1, state: "running" })
      const last = Option.getOrThrow(yield* next(place, run))
      assert.notStrictEqual(last.id, first.id)
      yield* report(last.id, yield* sign(last.manifest))
      assert.deepStrictEqual(
        yield* held(
          place.treasury.token,
          people.map(({ account }) => account)
        ),
        ["1", "2"]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("do not change on a false report, a failure or a rejection, and can be tried again", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const faults = yield* Faults
      const repo = yield* DistributionBatches
      const distributions = yield* Distributions
      const { people, run } = yield* started(place, 1, 1)
      const lied = Option.getOrThrow(yield* next(place, run))
      const other = yield* refuseDeposits(person(50))
      assert.strictEqual((yield* report(lied.id, other)).state, "mismatch")
      for (const nextTransaction of ["CommittedFailure", "Rejected"] as const) {
        yield* distributions.retry(run)
        yield* faults.change({ nextTransaction })
        const step = Option.getOrThrow(yield* next(place, run))
        yield* report(step.id, yield* sign(step.manifest))
        const [batch] = yield* repo.all(run.id)
        assert.strictEqual(batch?.state, nextTransaction === "Rejected" ? "rejected" : "failed")
        assert.strictEqual((yield* Effect.flip(next(place, run)))._tag, "NothingToSign")
      }
      assert.deepInclude(yield* again(place, run.number), { rowsSent: 0, chunksDone: 0 })
      yield* distributions.retry(run)
      const step = Option.getOrThrow(yield* next(place, run))
      yield* report(step.id, yield* sign(step.manifest))
      assert.deepStrictEqual(
        yield* held(
          place.treasury.token,
          people.map(({ account }) => account)
        ),
        ["1"]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("can be paused, stopped, and short of tokens", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const distributions = yield* Distributions
      const payouts = yield* Payouts
      const { run } = yield* started(place, 2, 1)
      yield* distributions.pause(run, true)
      assert.match((yield* Effect.flip(next(place, run))).message, /paused/)
      yield* distributions.pause(run, false)
      assert.isTrue(Option.isSome(yield* next(place, run)))
      const short = yield* Effect.flip(payouts.requireCovered(place.treasury, run, 100_001n * ONE))
      assert.strictEqual(short.message, "The treasury needs 1 more GRD.")
      yield* distributions.stop(run)
      const over = yield* Effect.flip(next(place, run))
      assert.strictEqual(over.message, "This payout is stopped; sending it is no longer possible.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("halve the batch down to five while the preview is too expensive", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const ledger = yield* Ledger
      const sizes: Array<number> = []
      const dear = Ledger.layerScript({
        ...ledger,
        previewManifest: (manifest, signers, options) =>
          Effect.map(ledger.previewManifest(manifest, signers, options), (preview) => {
            const size = manifest.split("=>").length - 1
            sizes.push(size)
            return { ...preview, executionUnits: size > 10 ? 100_000_001 : 1_000_000 }
          })
      })
      const run = yield* planned(
        place,
        Array.from({ length: 45 }, (_, index) => [person(index).account, ONE] as const)
      )
      const distributions = yield* Distributions
      const rows = yield* distributions.payable(run.id)
      const fit = yield* Effect.flatMap(Payouts, (payouts) => payouts.fit(place.treasury, run, rows)).pipe(
        Effect.provide(Layer.fresh(Payouts.Default)),
        Effect.provide(dear)
      )
      assert.deepInclude(fit, { size: 10, batches: 5 })
      assert.deepStrictEqual(sizes, [40, 20, 10])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("recover unclaimed tokens after their date, and not before or from others", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const payouts = yield* Payouts
      const distributions = yield* Distributions
      const sql = yield* SqlClient.SqlClient
      const [one, two] = [person(0), person(1)]
      const draft = yield* planned(
        place,
        [
          [one.account, ONE],
          [two.account, 2n * ONE]
        ],
        "claim"
      )
      yield* distributions.start(draft, 40, 1)
      const step = Option.getOrThrow(yield* next(place, draft))
      yield* report(step.id, yield* sign(step.manifest))
      assert.deepInclude(yield* again(place, draft.number), { rowsClaimable: 2, state: "done" })
      // Two claims in their own wallets: our records learn of them from the ledger.
      const claims = yield* Claims
      const claim = yield* claims.prepare(place.community, two.account, null)
      yield* sign(claim.manifest, two.signer)
      yield* (yield* Indexer).round
      assert.match(
        (yield* Effect.flip(payouts.recover(place.treasury, draft))).message,
        /can be returned to the treasury after/
      )
      yield* TestClock.adjust("181 days")
      const back = yield* payouts.recover(place.treasury, draft)
      assert.deepInclude(yield* again(place, draft.number), { rowsClaimable: 1, rowsClaimed: 1 })
      assert.strictEqual((yield* report(back.id, yield* sign(back.manifest))).state, "verified")
      assert.deepInclude(yield* again(place, draft.number), { rowsClaimable: 0, rowsRecovered: 1, rowsClaimed: 1 })
      assert.deepStrictEqual(yield* held(place.treasury.token, [place.treasury.treasury, ADA]), ["99998", "0"])
      const states = yield* sql<{ readonly state: string }>`SELECT state FROM claims ORDER BY id`
      assert.deepStrictEqual(
        states.map(({ state }) => state),
        ["recovered", "claimed"]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("never recover claims without an expiry", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [distributions, payouts, sql] = [yield* Distributions, yield* Payouts, yield* SqlClient.SqlClient]
      const { number } = yield* planned(place, [[person(0).account, ONE]], "claim")
      yield* sql`UPDATE distributions SET recover_days = NULL`
      const run = yield* again(place, number)
      yield* distributions.start(run, 40, 1)
      const step = Option.getOrThrow(yield* next(place, run))
      yield* report(step.id, yield* sign(step.manifest))
      assert.deepInclude(yield* again(place, number), { rowsClaimable: 1, recoverAfter: null })
      yield* TestClock.adjust("4000 days")
      const refused = yield* Effect.flip(payouts.recover(place.treasury, run))
      assert.strictEqual(refused.message, "This payout never returns unclaimed tokens to the treasury.")
    }).pipe(Effect.provide(world(database)))
  )
})
