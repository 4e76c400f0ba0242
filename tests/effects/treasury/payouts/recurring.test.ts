/**
 * A recurring payout (docs/product/treasury.md): funded once, paid when it falls due, announced before; skipped,
 * stopped and withdrawn; never paid twice.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { DistributionBatches } from "~/effects/treasury/payouts/DistributionBatches.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { payoutsOf } from "~/effects/treasury/payouts/list/rhythm"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { makeRecurringNotices, RecurringPayouts } from "~/effects/treasury/payouts/recurring/RecurringPayouts.server"
import { amountOf, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { registered } from "../claims/world"
import { approved, books, settled as checked, escrowFoundOf, escrowWorld, FEE, people, withXrd } from "./escrowWorld"
import { garden, held, person, planned } from "./world"

const DAY = 86_400_000
const place = Effect.tap(garden, (made) => withXrd(made))
const now = (id: string) => Effect.flatMap(DistributionsRepo, (repo) => repo.findIdOrFail(id))

/** Polls until nothing is left to do now, also if the ledger takes its time to decide. */
const settled = (id: string) =>
  Effect.gen(function* () {
    for (let rounds = 0; rounds < 30; rounds++) {
      const checks = yield* checked(id)
      if (checks === 0 && (yield* escrowFoundOf(id)).pendingId === null) return
      yield* TestClock.adjust("2 seconds")
    }
  })

/** Each week, three times, the first today: 1, 2 and 3 GRD for three people, in batches of two. */
const weekly = (where: Effect.Effect.Success<typeof garden>) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const today = Math.floor((yield* Clock.currentTimeMillis) / DAY) * DAY
    const rhythm = { every: "week", first: today, last: today + 15 * DAY } as const
    const list = people(3).map(({ account }, index) => [account, BigInt(index + 1) * ONE] as const)
    const run = yield* planned(where, list, "direct", rhythm)
    const [, second = 0, third = 0] = payoutsOf(rhythm)
    yield* distributions.start(run, 2, 1)
    return { run: yield* now(run.id), first: today, second, third }
  })

const got = (where: Effect.Effect.Success<typeof garden>) =>
  held(
    where.treasury.token,
    people(3).map(({ account }) => account)
  )
const shown = (id: string) => Effect.map(now(id), (run): Readonly<Record<string, unknown>> => ({ ...run }))
const announced = Effect.flatMap(makeRecurringNotices, ({ minute }) => minute)
const forward = (ms: number) => TestClock.adjust(ms)

describeOnBothDatabases("a recurring payout", (database) => {
  const Live = Layer.merge(PayeeNotices.Default, WorkQueue.Default).pipe(Layer.provideMerge(escrowWorld(database)))

  it.effect("is funded once and paid when it falls due, each time once, and refunded for what is left at the end", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { run } = yield* weekly(where)
      assert.deepInclude(yield* shown(run.id), { total: "18", rowsReady: 9, chunksTotal: 6 })
      assert.strictEqual((yield* approved(where, run)).state, "verified")
      assert.strictEqual((yield* books(where, run.id)).token, 18n * ONE)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["1", "2", "3"])
      // Repeated polls before the next day pay nothing more.
      yield* forward(6 * DAY)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["1", "2", "3"])
      assert.deepInclude(yield* shown(run.id), { state: "running", chunksDone: 2 })
      yield* forward(DAY)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["2", "4", "6"])
      yield* forward(7 * DAY)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["3", "6", "9"])
      assert.deepInclude(yield* shown(run.id), { state: "done", rowsSent: 9, chunksDone: 6 })
      const after = yield* books(where, run.id)
      assert.deepInclude<Readonly<Record<string, unknown>>>(after.escrow, { state: "ended", paid: "18" })
      assert.strictEqual(after.token, 0n)
    }).pipe(Effect.provide(Live))
  )

  it.effect("pays missed payments once and in order when the job runs again", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { run } = yield* weekly(where)
      yield* approved(where, run)
      yield* forward(15 * DAY)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["3", "6", "9"])
      const batches = yield* DistributionBatches
      assert.isTrue((yield* batches.all(run.id)).every(({ state }) => state === "committed"))
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["3", "6", "9"])
      assert.strictEqual((yield* books(where, run.id)).treasury, 99_982n * ONE)
    }).pipe(Effect.provide(Live))
  )

  it.effect("does not pay a skipped payment, which can be restored, and refunds it at the end", () =>
    Effect.gen(function* () {
      const where = yield* place
      const recurring = yield* RecurringPayouts
      const { first, run, second, third } = yield* weekly(where)
      yield* approved(where, run)
      yield* settled(run.id)
      const begun = yield* Effect.flip(recurring.skip(run, first))
      assert.match(begun.message, /^The payout of .+ has begun\./)
      assert.match((yield* Effect.flip(recurring.skip(run, first + 1))).message, /^No payment is due on /)
      yield* recurring.skip(run, second)
      yield* recurring.skip(run, second)
      yield* recurring.skip(run, third)
      // With nothing left to pay the payout is done.
      assert.deepInclude(yield* shown(run.id), { state: "done", rowsSent: 3 })
      yield* settled(run.id)
      const after = yield* books(where, run.id)
      assert.deepInclude<Readonly<Record<string, unknown>>>(after.escrow, {
        state: "ended",
        paid: "6",
        returned: "12"
      })
      assert.strictEqual(after.treasury, 99_994n * ONE)
      assert.deepStrictEqual(yield* got(where), ["1", "2", "3"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("pays a skipped payment that is restored before its day, and skips it after its day", () =>
    Effect.gen(function* () {
      const where = yield* place
      const recurring = yield* RecurringPayouts
      const { run, second, third } = yield* weekly(where)
      yield* approved(where, run)
      yield* recurring.skip(run, second)
      yield* recurring.unskip(run, second)
      yield* recurring.skip(run, third)
      yield* forward(7 * DAY)
      yield* settled(run.id)
      assert.deepStrictEqual(yield* got(where), ["2", "4", "6"])
      assert.deepInclude(yield* shown(run.id), { state: "done" })
      assert.strictEqual((yield* Effect.flip(recurring.unskip(run, third)))._tag, "WrongState")
    }).pipe(Effect.provide(Live))
  )

  it.effect("is announced once three days before, to its payees and to the person who prepared it", () =>
    Effect.gen(function* () {
      const where = yield* place
      const sql = yield* SqlClient.SqlClient
      const { run } = yield* weekly(where)
      const [reader, author] = [person(1).account, run.account]
      yield* registered(reader)
      yield* registered(author)
      yield* approved(where, run)
      yield* settled(run.id)
      const notified = Effect.map(
        sql<{ readonly account: string; readonly text: string; readonly target: string }>`SELECT
          account_address AS account, text, target FROM notifications WHERE type = 'payout'`,
        (rows) => rows.map(({ account, target, text }) => [account, text, target])
      )
      yield* announced
      assert.deepStrictEqual(yield* notified, [])
      yield* forward(4 * DAY)
      yield* announced
      yield* announced
      const said = yield* notified
      assert.sameMembers(
        said.map(([account]) => account),
        [reader, author]
      )
      assert.match(said[0]?.[1] ?? "", /^“Harvest share” pays again on 8 Jan 1970\.$/)
      // The payout's own page opens for those who hold the treasury.
      const targets = new Map(said.map(([account, , target]) => [account, target]))
      assert.match(targets.get(reader) ?? "", /^\/userDashboard\/claims\/[a-z2-7]{12}$/)
      assert.match(targets.get(author) ?? "", /\/tokenDistribution\?d=1$/)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is not announced before it is funded or while it is paused", () =>
    Effect.gen(function* () {
      const where = yield* place
      const sql = yield* SqlClient.SqlClient
      const distributions = yield* Distributions
      const { run } = yield* weekly(where)
      yield* registered(run.account)
      const notified = Effect.map(sql`SELECT id FROM notifications WHERE type = 'payout'`, (rows) => rows.length)
      yield* forward(4 * DAY)
      yield* (yield* PayoutEscrows).fundEscrow(where.treasury, run, FEE)
      yield* announced
      assert.strictEqual(yield* notified, 0)
      yield* approved(where, run)
      yield* distributions.pause(run, true)
      yield* announced
      assert.strictEqual(yield* notified, 0)
      yield* distributions.pause(run, false)
      yield* announced
      assert.strictEqual(yield* notified, 1)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is not paid by the site after a withdrawal, and later payments are not signed early", () =>
    Effect.gen(function* () {
      const where = yield* place
      const payouts = yield* Payouts
      const distributions = yield* Distributions
      const { run } = yield* weekly(where)
      yield* approved(where, run)
      yield* settled(run.id)
      yield* distributions.stop(run)
      yield* settled(run.id)
      const after = yield* books(where, run.id)
      assert.deepInclude<Readonly<Record<string, unknown>>>(after.escrow, { state: "ended", returned: "12" })
      assert.strictEqual(amountOf(after.escrow.paid) + amountOf(after.escrow.returned), 18n * ONE)
      yield* distributions.takeUp(yield* now(run.id))
      const early = yield* Effect.flip(payouts.next(where.treasury, run))
      assert.match(early.message, /^The next payout is due on /)
    }).pipe(Effect.provide(Live))
  )

  it.effect("can have its rows and sums edited again", () =>
    Effect.gen(function* () {
      const where = yield* place
      const distributions = yield* Distributions
      const today = Math.floor((yield* Clock.currentTimeMillis) / DAY) * DAY
      const rhythm = { every: "month", first: today + DAY, last: today + 70 * DAY } as const
      const run = yield* planned(where, [[person(1).account, 2n * ONE]], "direct", rhythm)
      assert.deepInclude(yield* shown(run.id), { total: "6", rowsReady: 3, state: "approved" })
      yield* distributions.reopen(run)
      assert.deepInclude(yield* shown(run.id), { total: "2", rowsReady: 1, rowsTotal: 1, state: "draft", digest: null })
      const again = yield* now(run.id)
      yield* distributions.accept(again, false)
      assert.deepInclude(yield* shown(run.id), { total: "6", digest: run.digest })
    }).pipe(Effect.provide(Live))
  )
})
