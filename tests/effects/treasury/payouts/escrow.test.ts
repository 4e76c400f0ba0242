/**
 * A payout in escrow (docs/product/treasury.md): one approval, then the relayer pays; what is left is refunded; an
 * admin can withdraw everything at any moment. A batch is sent by the site or signed in a wallet, never both.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Faults } from "~/effects/local/Faults.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { leftIn } from "~/effects/treasury/escrow/Escrow"
import { DistributionBatches } from "~/effects/treasury/payouts/DistributionBatches.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { amountOf, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import {
  approved,
  begun,
  books,
  escrowFoundOf,
  escrowWorld,
  FEE,
  otherKey,
  people,
  settled,
  shownOf,
  withXrd
} from "./escrowWorld"
import { garden, held, person, refuseDeposits, report, sign } from "./world"

const place = Effect.tap(garden, (made) => withXrd(made))
/** As the indexer does with everything that happened to the treasury. */
const adoptAll = ({ community }: Effect.Effect.Success<typeof garden>) =>
  Effect.flatMap(Indexer, ({ requireFollows }) => requireFollows(community.id))
const now = (id: string) => Effect.flatMap(DistributionsRepo, (repo) => repo.findIdOrFail(id))

describeOnBothDatabases("an escrowed payout", (database) => {
  const Live = escrowWorld(database)

  it.effect("is paid by the relayer after one approval, and refunded for what is left", () =>
    Effect.gen(function* () {
      const where = yield* place
      yield* refuseDeposits(person(1))
      const run = yield* begun(where, 5)
      assert.strictEqual((yield* approved(where, run)).state, "verified")
      const escrow = yield* books(where, run.id)
      assert.deepInclude<Readonly<Record<string, unknown>>>(escrow.escrow, {
        state: "funded",
        total: "15",
        batches: 0
      })
      assert.strictEqual(escrow.token, 15n * ONE)
      assert.strictEqual(escrow.xrd, amountOf(escrow.escrow.fees))
      assert.strictEqual(escrow.treasury, 99_985n * ONE)
      yield* settled(run.id)
      const after = yield* books(where, run.id)
      assert.deepInclude<Readonly<Record<string, unknown>>>(after.escrow, {
        state: "ended",
        batches: 3,
        paid: "15",
        returned: "0",
        problem: null
      })
      assert.deepInclude(yield* now(run.id), { state: "done", rowsSent: 4, rowsClaimable: 1, chunksDone: 3 })
      assert.deepStrictEqual(
        yield* held(
          where.treasury.token,
          people(5).map(({ account }) => account)
        ),
        ["1", "0", "3", "4", "5"]
      )
      assert.strictEqual(after.token, 0n)
      assert.strictEqual(after.xrd, leftIn(after.escrow).xrd)
      assert.isTrue(after.xrd < ONE / 2n, `${after.xrd} are left`)
      assert.isAbove(Number(after.escrow.returnedFees), 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect("keeps what an account refused in the payout's own locker, to be claimed or recovered from there", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [claims, payouts] = [yield* Claims, yield* Payouts]
      const run = yield* begun(where, 4, "claim")
      yield* approved(where, run)
      yield* settled(run.id)
      assert.deepInclude(yield* now(run.id), { state: "done", rowsClaimable: 4 })
      const { locker } = yield* escrowFoundOf(run.id)
      assert.notStrictEqual(locker, where.treasury.locker)
      const one = person(2)
      const claim = yield* claims.prepare(where.community, one.account, null)
      yield* report(claim.id, yield* sign(claim.manifest, one.signer))
      assert.deepInclude(yield* now(run.id), { rowsClaimable: 3, rowsClaimed: 1 })
      yield* TestClock.adjust("181 days")
      const back = yield* payouts.recover(where.treasury, yield* now(run.id))
      assert.strictEqual((yield* report(back.id, yield* sign(back.manifest))).state, "verified")
      assert.deepInclude(yield* now(run.id), { rowsClaimable: 0, rowsRecovered: 3, rowsClaimed: 1 })
      assert.strictEqual((yield* books(where, run.id)).treasury, 99_997n * ONE)
    }).pipe(Effect.provide(Live))
  )

  it.effect("pays a later payout through the same locker", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [one, two] = [yield* begun(where, 2), yield* begun(where, 2)]
      yield* approved(where, one)
      yield* approved(where, two)
      yield* settled(one.id)
      yield* settled(two.id)
      const [first, second] = [yield* escrowFoundOf(one.id), yield* escrowFoundOf(two.id)]
      assert.strictEqual(first.locker, second.locker)
      assert.notStrictEqual(first.address, second.address)
      assert.deepStrictEqual([first.state, second.state], ["ended", "ended"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("is funded once, and cannot be signed by hand meanwhile", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [escrows, payouts] = [yield* PayoutEscrows, yield* Payouts]
      const run = yield* begun(where, 4)
      const next = Effect.flip(payouts.next(where.treasury, run))
      yield* escrows.fundEscrow(where.treasury, run, FEE)
      assert.match((yield* next).message, /^A wallet is asked to move this payout into escrow/)
      yield* approved(where, run)
      assert.match((yield* next).message, /^The site is paying this payout/)
      const twice = yield* Effect.flip(escrows.fundEscrow(where.treasury, run, FEE))
      assert.strictEqual(twice._tag, "StepDone")
      assert.strictEqual(
        (yield* Effect.flip(escrows.requireSameAs(run, run.digest ?? ""))).message,
        "This payout was in escrow before. Sign the rest batch by batch."
      )
      assert.strictEqual((yield* Effect.flip(escrows.requireSameAs(run, "other")))._tag, "ListChanged")
    }).pipe(Effect.provide(Live))
  )

  it.effect("can be signed batch by batch before it is funded, and accepts a late signature of a wallet", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [escrows, payouts, batches] = [yield* PayoutEscrows, yield* Payouts, yield* DistributionBatches]
      const run = yield* begun(where, 6)
      const step = yield* escrows.fundEscrow(where.treasury, run, FEE)
      yield* escrows.forget(run)
      const first = Option.getOrThrow(yield* payouts.next(where.treasury, run))
      const steps = yield* PreparedTransactions
      // The wallet still had the request and signs it now: the site does not touch what a wallet was asked for.
      const txId = yield* sign(step.manifest)
      yield* report(step.id, txId)
      if ((yield* steps.findOrFail(step.id)).state !== "verified") yield* adoptAll(where)
      assert.strictEqual((yield* escrowFoundOf(run.id)).state, "funded")
      yield* settled(run.id)
      assert.deepStrictEqual(
        (yield* batches.all(run.id)).map(({ state }) => state),
        ["signing", "committed", "committed"]
      )
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", paid: "18", returned: "3" })
      yield* report(first.id, yield* sign(first.manifest))
      assert.deepInclude(yield* now(run.id), { state: "done", chunksDone: 3 })
      assert.strictEqual((yield* books(where, run.id)).treasury, 99_979n * ONE)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is withdrawn by an admin midway, after which the rest is signed by hand and never paid from there", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [escrows, payouts, runs] = [yield* PayoutEscrows, yield* Payouts, yield* PayoutEscrowWorker]
      const run = yield* begun(where, 6)
      yield* approved(where, run)
      yield* runs.poll(run.id)
      yield* runs.poll(run.id)
      assert.strictEqual((yield* escrowFoundOf(run.id)).batches, 1)
      // The second batch is signed and stored, but the admin comes first.
      const faults = yield* Faults
      yield* faults.change({ nextTransaction: "Pending" })
      yield* runs.poll(run.id)
      const back = yield* escrows.takeBack(where.treasury, yield* now(run.id))
      assert.deepInclude(yield* now(run.id), { paused: 1 })
      assert.strictEqual((yield* report(back.id, yield* sign(back.manifest))).state, "verified")
      const taken = yield* books(where, run.id)
      assert.deepStrictEqual([taken.token, taken.xrd], [0n, 0n])
      assert.deepInclude<Readonly<Record<string, unknown>>>(taken.escrow, { state: "refunding", returned: "18" })
      for (let turn = 0; turn < 10; turn++) {
        yield* TestClock.adjust("10 minutes")
        yield* settled(run.id)
      }
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", paid: "3", batches: 1 })
      const twice = yield* Effect.flip(escrows.takeBack(where.treasury, run))
      assert.strictEqual(twice.message, "The escrow account is empty.")
      const distributions = yield* Distributions
      yield* distributions.retry(run)
      for (let n = 0; n < 2; n++) {
        const step = Option.getOrThrow(yield* payouts.next(where.treasury, run))
        assert.strictEqual((yield* report(step.id, yield* sign(step.manifest))).state, "verified")
      }
      assert.deepInclude(yield* now(run.id), { state: "done", rowsSent: 6, chunksDone: 3 })
      assert.deepStrictEqual(
        yield* held(
          where.treasury.token,
          people(6).map(({ account }) => account)
        ),
        ["1", "2", "3", "4", "5", "6"]
      )
      assert.strictEqual((yield* books(where, run.id)).treasury, 99_979n * ONE)
    }).pipe(Effect.provide(Live))
  )

  it.effect("waits while paused, refunds the rest when stopped, and is then signed by hand", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [escrows, payouts, distributions] = [yield* PayoutEscrows, yield* Payouts, yield* Distributions]
      const run = yield* begun(where, 4)
      yield* approved(where, run)
      yield* distributions.pause(run, true)
      assert.strictEqual(yield* settled(run.id), 0)
      yield* distributions.stop(run)
      yield* settled(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", batches: 0, returned: "10" })
      assert.strictEqual((yield* books(where, run.id)).treasury, 100_000n * ONE)
      yield* distributions.takeUp(run)
      assert.isTrue(Option.isSome(yield* payouts.next(where.treasury, run)))
      const other = yield* begun(where, 4)
      yield* approved(where, other)
      yield* escrows.withdrawFromEscrow(other)
      assert.match((yield* Effect.flip(payouts.next(where.treasury, other))).message, /is being returned/)
      yield* settled(other.id)
      assert.isTrue(Option.isSome(yield* payouts.next(where.treasury, other)))
    }).pipe(Effect.provide(Live))
  )

  it.effect("reschedules a failed batch with an explanation and growing backoff, and then pays it once", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [faults, runs] = [yield* Faults, yield* PayoutEscrowWorker]
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      for (const nextTransaction of ["CommittedFailure", "Rejected"] as const) {
        yield* faults.change({ nextTransaction })
        yield* settled(run.id)
        const { nextAt, problem, tries } = yield* escrowFoundOf(run.id)
        assert.match(problem ?? "", nextTransaction === "Rejected" ? /^Rejected/ : /^CommittedFailure/)
        assert.strictEqual(nextAt, (yield* books(where, run.id)).now + tries * 60_000)
        assert.strictEqual(yield* runs.poll(run.id), "rest")
        yield* TestClock.adjust(`${tries} minutes`)
      }
      const { escrow, xrd } = yield* books(where, run.id)
      assert.strictEqual(xrd, leftIn(escrow).xrd)
      yield* settled(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", paid: "3", tries: 0, problem: null })
    }).pipe(Effect.provide(Live))
  )

  it.effect("reports that no fees are left, and is withdrawn by an admin", () =>
    Effect.gen(function* () {
      const where = yield* place
      const escrows = yield* PayoutEscrows
      const run = yield* begun(where, 2)
      yield* approved(where, run, AmountText.make("0.01"))
      yield* settled(run.id)
      yield* TestClock.adjust("1 minute")
      yield* settled(run.id)
      for (let n = 0; n < 12 && !/used up/.test((yield* escrowFoundOf(run.id)).problem ?? ""); n++) {
        yield* TestClock.adjust("1 hour")
        yield* settled(run.id)
      }
      const said = yield* escrowFoundOf(run.id)
      assert.match(said.problem ?? "", /^The fees in escrow are used up/)
      yield* escrows.withdrawFromEscrow(run)
      yield* settled(run.id)
      assert.match((yield* escrowFoundOf(run.id)).problem ?? "", /^The fees in escrow are used up/)
      const back = yield* escrows.takeBack(where.treasury, run)
      yield* report(back.id, yield* sign(back.manifest))
      yield* settled(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", returned: "3" })
      assert.strictEqual((yield* books(where, run.id)).treasury, 100_000n * ONE)
    }).pipe(Effect.provide(Live))
  )

  it.effect("pays nothing after the relayer key was replaced, and names who can withdraw it", () =>
    Effect.gen(function* () {
      const where = yield* place
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const fresh = Layer.fresh(DistributionsLive).pipe(Layer.provide(Layer.succeed(Settings, otherKey)))
      yield* settled(run.id).pipe(Effect.provide(fresh))
      assert.match((yield* escrowFoundOf(run.id)).problem ?? "", /^This site's key was replaced/)
      const back = yield* Effect.flatMap(PayoutEscrows, ({ takeBack }) => takeBack(where.treasury, run))
      yield* report(back.id, yield* sign(back.manifest))
      yield* settled(run.id).pipe(Effect.provide(fresh))
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", batches: 0 })
    }).pipe(Effect.provide(Live))
  )

  it.effect("continues after its key was missing for a day, without spending fees", () =>
    Effect.gen(function* () {
      const where = yield* place
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const fresh = Layer.fresh(DistributionsLive).pipe(Layer.provide(Layer.succeed(Settings, otherKey)))
      for (let hour = 0; hour < 24; hour++) {
        yield* settled(run.id).pipe(Effect.provide(fresh))
        yield* TestClock.adjust("1 hour")
      }
      assert.match((yield* escrowFoundOf(run.id)).problem ?? "", /^This site's key was replaced/)
      yield* settled(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", paid: "3", problem: null })
    }).pipe(Effect.provide(Live))
  )

  it.effect("is retried by a person after many refusals of the ledger, from the remaining fees", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [faults, escrows] = [yield* Faults, yield* PayoutEscrows]
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      for (let tries = 0; tries < 8; tries++) {
        yield* faults.change({ nextTransaction: "Rejected" })
        yield* settled(run.id)
        yield* TestClock.adjust("1 hour")
      }
      yield* faults.change({ nextTransaction: null })
      yield* escrows.wake(run)
      yield* settled(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", paid: "3", problem: null })
    }).pipe(Effect.provide(Live))
  )

  it.effect("is refused if the treasury lacks the token or XRD, or the rows changed", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [escrows, payouts] = [yield* PayoutEscrows, yield* Payouts]
      const run = yield* begun(where, 4)
      const short = yield* Effect.flip(escrows.requireCovered(where.treasury, run, 100_001n * ONE, ONE))
      assert.strictEqual(short.message, "The treasury needs 1 more GRD.")
      const fees = yield* Effect.flip(escrows.requireCovered(where.treasury, run, ONE, 10_001n * ONE))
      assert.strictEqual(fees.message, "The treasury needs 1 more XRD for the fees.")
      yield* payouts.next(where.treasury, run)
      const step = yield* escrows.fundEscrow(where.treasury, run, FEE)
      assert.include(step.manifest, 'Decimal("7")')
      const other = yield* begun(where, 2)
      yield* Effect.flatMap(DistributionsRepo, (repo) => repo.update(other.id, { digest: "ab" }))
      assert.strictEqual((yield* Effect.flip(escrows.fundEscrow(where.treasury, other, FEE)))._tag, "ListChanged")
    }).pipe(Effect.provide(Live))
  )
})
