/**
 * At every moment the escrow is paid, left or refunded, in any order of batches, failures, crashes, pauses, stops,
 * refunds and withdrawals, and nobody is paid twice (docs/product/treasury.md).
 */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { leftIn } from "~/effects/treasury/escrow/Escrow"
import { DistributionBatches } from "~/effects/treasury/payouts/DistributionBatches.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { RecurringPayouts } from "~/effects/treasury/payouts/recurring/RecurringPayouts.server"
import { amountOf, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { holds, troubles, troublesOf } from "../escrow/model"
import { approved, begun, books, escrowWorld, people, settled, withXrd } from "./escrowWorld"
import { garden, held, planned, report, sign } from "./world"

const DAY = 86_400_000
const START = 100_000n * ONE

const commands = [
  "poll",
  "poll",
  "poll",
  ...troubles,
  "pause",
  "resume",
  "retry",
  "stop",
  "takeUp",
  "withdrawFromEscrow",
  "askBack",
  "signBack",
  "byHand",
  "time"
] as const
/** For recurring payouts only. */
const recurringCommands = [...commands, "week", "week", "skip", "unskip"] as const
type Command = (typeof recurringCommands)[number]

type Garden = Effect.Effect.Success<typeof garden>

/** Each person gets one more than the one before, in batches of two: once, or on three days a week apart. */
const kinds = {
  once: { people: 8, payouts: 1, begin: (place: Garden) => begun(place, 8) },
  weekly: {
    people: 4,
    payouts: 3,
    begin: (place: Garden) =>
      Effect.gen(function* () {
        const [distributions, repo] = [yield* Distributions, yield* DistributionsRepo]
        const list = people(4).map(({ account }, index) => [account, BigInt(index + 1) * ONE] as const)
        const first = Math.floor((yield* Clock.currentTimeMillis) / DAY) * DAY
        const run = yield* planned(place, list, "direct", { every: "week", first, last: first + 15 * DAY })
        yield* distributions.start(run, 2, 1)
        return yield* repo.findIdOrFail(run.id)
      })
  }
} as const

const played = (given: ReadonlyArray<Command>, kind: keyof typeof kinds) =>
  Effect.gen(function* () {
    const { begin, payouts: many, people: PEOPLE } = kinds[kind]
    const place = yield* Effect.tap(garden, (made) => withXrd(made))
    const recurring = yield* RecurringPayouts
    const [distributions, repo, payouts] = [yield* Distributions, yield* DistributionsRepo, yield* Payouts]
    const [runs, escrows, faults] = [yield* PayoutEscrowWorker, yield* PayoutEscrows, yield* Faults]
    const [steps, checks] = [yield* PreparedTransactions, yield* TransactionChecks]
    const run = yield* begin(place)
    yield* approved(place, run)
    const first = run.rhythm?.first ?? 0
    let back: Step | undefined

    /** A server that has just started knows nothing but the database. */
    const restarted = Effect.provide(
      Effect.flatMap(PayoutEscrowWorker, ({ poll }) => poll(run.id)),
      Layer.fresh(DistributionsLive)
    )
    const byHand = Effect.gen(function* () {
      const step = yield* Effect.flatten(payouts.next(place.treasury, run))
      yield* report(step.id, yield* sign(step.manifest))
    })
    const play: Readonly<
      Record<Command, Effect.Effect<unknown, unknown, Effect.Effect.Context<typeof byHand | typeof restarted>>>
    > = {
      poll: runs.poll(run.id),
      ...troublesOf(faults, restarted, { early: 40, late: 400 }),
      pause: distributions.pause(run, true),
      resume: distributions.pause(run, false),
      retry: Effect.zipRight(distributions.retry(run), escrows.wake(run)),
      stop: distributions.stop(run),
      takeUp: distributions.takeUp(run),
      withdrawFromEscrow: escrows.withdrawFromEscrow(run),
      askBack: Effect.map(escrows.takeBack(place.treasury, run), (step) => {
        back = step
      }),
      signBack: Effect.suspend(() =>
        back === undefined ? Effect.void : Effect.flatMap(sign(back.manifest), (txId) => report(back?.id ?? "", txId))
      ),
      byHand,
      time: TestClock.adjust("3 minutes"),
      week: TestClock.adjust("7 days"),
      skip: recurring.skip(run, first + 7 * DAY),
      unskip: recurring.unskip(run, first + 7 * DAY)
    }

    /** Nothing is lost on the ledger; the books agree once nothing is in progress. */
    const addUp = Effect.gen(function* () {
      const { escrow, token, treasury, xrd } = yield* books(place, run.id)
      const owned = yield* held(
        place.treasury.token,
        people(PEOPLE).map(({ account }) => account)
      )
      const paid = owned.reduce((sum, amount) => sum + BigInt(amount) * ONE, 0n)
      assert.strictEqual(token + treasury + paid, START)
      // No more often than days have come.
      const due = Math.min(many, Math.floor(((yield* Clock.currentTimeMillis) - first) / (7 * DAY)) + 1)
      for (const [index, amount] of owned.entries()) {
        const times = Number(amount) / (index + 1)
        assert.isTrue(Number.isInteger(times) && times <= due, `${amount} for person ${index + 1}`)
      }
      const left = leftIn(escrow)
      assert.isTrue(token <= left.token && xrd <= left.xrd, "the account holds less than the books, or as much")
      if (escrow.pendingId !== null || escrow.state === "asked") return
      const isBackKnown = back === undefined || (yield* steps.findOrFail(back.id)).state !== "sent"
      if (isBackKnown) assert.strictEqual(token, left.token)
    })
    for (const command of given) {
      yield* Effect.ignore(play[command])
      yield* addUp
    }

    yield* faults.change({ nextTransaction: null })
    const now = repo.findIdOrFail(run.id)
    if (many > 1) yield* TestClock.adjust("21 days")
    for (let round = 0; round < 30 && (yield* now).state !== "done"; round++) {
      yield* TestClock.adjust("20 minutes")
      yield* Effect.ignore(distributions.takeUp(run))
      yield* Effect.ignore(distributions.pause(run, false))
      yield* Effect.ignore(distributions.retry(run))
      const open = yield* steps.undecided(null, 50)
      yield* Effect.forEach(open, (id) => Effect.ignore(Effect.flatMap(steps.findOrFail(id), checks.check)))
      yield* Effect.ignore(settled(run.id))
      yield* Effect.ignore(byHand)
    }
    yield* TestClock.adjust("2 hours")
    yield* settled(run.id)
    yield* settled(run.id)
    const { chunksDone, chunksTotal, rowsReady, rowsSent, state } = yield* now
    const skipped = (yield* (yield* DistributionBatches).all(run.id)).filter((batch) => batch.state === "skipped")
    assert.strictEqual(state, "done")
    assert.strictEqual(chunksDone, chunksTotal - skipped.length)
    assert.strictEqual(rowsSent, rowsReady - skipped.reduce((sum, batch) => sum + batch.people, 0))
    const left = skipped.reduce((sum, { amount }) => sum + amountOf(amount), 0n)
    const end = yield* books(place, run.id)
    assert.strictEqual(end.escrow.state, "ended")
    assert.strictEqual(end.treasury, START - amountOf(run.total) + left)
    assert.strictEqual(end.token, 0n)
    assert.strictEqual(end.xrd, leftIn(end.escrow).xrd)
    assert.strictEqual(amountOf(end.escrow.total), amountOf(end.escrow.paid) + amountOf(end.escrow.returned))
    yield* addUp
    return rowsSent
  })

describeOnBothDatabases("the escrow of a payout", (database) => {
  it.effect(
    "is paid, left or refunded, whatever happens in between",
    () =>
      holds({ commands, lengths: [6, 28], many: [2, 15], seed: 12 }, 1, (list) =>
        played(list, "once").pipe(Effect.provide(escrowWorld(database)))
      ),
    600_000
  )

  it.effect(
    "of a recurring payout is never paid before its day or twice, with days that pass and are skipped",
    () =>
      holds({ commands: recurringCommands, lengths: [8, 28], many: [1, 6], seed: 21 }, 1, (list) =>
        played(list, "weekly").pipe(Effect.provide(escrowWorld(database)))
      ),
    600_000
  )
})
