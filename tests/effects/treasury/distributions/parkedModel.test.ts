/**
 * What was parked is paid, left or returned at every moment, whatever order batches, failures, crashes, pauses, stops,
 * returns and take-backs come in, and nobody is paid twice (docs/product/treasury.md, 3.4).
 */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, FastCheck as fc, Layer, TestClock } from "effect"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { Distributions } from "~/effects/treasury/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { DistributionsLive } from "~/effects/treasury/distributions/layers.server"
import { Payouts } from "~/effects/treasury/distributions/Payouts.server"
import { ParkedRuns } from "~/effects/treasury/distributions/parked/ParkedRuns.server"
import { leftIn } from "~/effects/treasury/distributions/parked/Parking"
import { Parkings } from "~/effects/treasury/distributions/parked/Parkings.server"
import { amountOf, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { approved, begun, books, parkedWorld, people, settled, withXrd } from "./parkedWorld"
import { garden, held, report, sign } from "./world"

const PEOPLE = 8
const PLAN = 36n * ONE
const START = 100_000n * ONE

const commands = [
  "look",
  "look",
  "look",
  "crash",
  "crashLate",
  "fail",
  "reject",
  "slow",
  "pause",
  "resume",
  "retry",
  "stop",
  "takeUp",
  "unpark",
  "askBack",
  "signBack",
  "byHand",
  "time"
] as const
type Command = (typeof commands)[number]

const played = (given: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const place = yield* Effect.tap(garden, (made) => withXrd(made))
    const [distributions, repo, payouts] = [yield* Distributions, yield* DistributionsRepo, yield* Payouts]
    const [runs, parkings, faults] = [yield* ParkedRuns, yield* Parkings, yield* Faults]
    const [steps, checks] = [yield* LedgerSteps, yield* StepChecks]
    const run = yield* begun(place, PEOPLE)
    yield* approved(place, run)
    let back: Step | undefined

    /** A server that has just started: nothing is known to it but the database. */
    const anew = Effect.provide(
      Effect.flatMap(ParkedRuns, ({ look }) => look(run.id)),
      Layer.fresh(DistributionsLive)
    )
    const dying = (yields: number) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(Effect.ignore(anew))
        yield* Effect.yieldNow().pipe(Effect.repeatN(yields))
        yield* Fiber.interrupt(fiber)
      })
    const byHand = Effect.gen(function* () {
      const step = yield* Effect.flatten(payouts.next(place.treasury, run))
      yield* report(step.id, yield* sign(step.manifest))
    })
    const play: Readonly<
      Record<Command, Effect.Effect<unknown, unknown, Effect.Effect.Context<typeof byHand | typeof anew>>>
    > = {
      look: runs.look(run.id),
      crash: dying(40),
      crashLate: dying(400),
      fail: faults.change({ nextTransaction: "CommittedFailure" }),
      reject: faults.change({ nextTransaction: "Rejected" }),
      slow: faults.change({ nextTransaction: "Pending" }),
      pause: distributions.pause(run, true),
      resume: distributions.pause(run, false),
      retry: Effect.zipRight(distributions.retry(run), parkings.wake(run.id)),
      stop: distributions.stop(run),
      takeUp: distributions.takeUp(run),
      unpark: parkings.unpark(run),
      askBack: Effect.map(parkings.takeBack(place.treasury, run), (step) => {
        back = step
      }),
      signBack: Effect.suspend(() =>
        back === undefined ? Effect.void : Effect.flatMap(sign(back.manifest), (txId) => report(back?.id ?? "", txId))
      ),
      byHand,
      time: TestClock.adjust("3 minutes")
    }

    /** On the ledger nothing is lost; by the books, once nothing is under way. */
    const addUp = Effect.gen(function* () {
      const { parking, token, treasury, xrd } = yield* books(place, run.id)
      const owned = yield* held(
        place.treasury.token,
        people(PEOPLE).map(({ account }) => account)
      )
      const paid = owned.reduce((sum, amount) => sum + BigInt(amount) * ONE, 0n)
      assert.strictEqual(token + treasury + paid, START)
      for (const [index, amount] of owned.entries()) assert.isTrue(amount === "0" || amount === String(index + 1))
      const left = leftIn(parking)
      assert.isTrue(token <= left.token && xrd <= left.xrd, "the account holds less than the books, or as much")
      if (parking.workStep !== null || parking.state === "asked") return
      const isBackKnown = back === undefined || (yield* steps.mustFind(back.id)).state !== "sent"
      if (isBackKnown) assert.strictEqual(token, left.token)
    })
    for (const command of given) {
      yield* Effect.ignore(play[command])
      yield* addUp
    }

    yield* faults.change({ nextTransaction: null })
    const now = repo.mustFindId(run.id)
    for (let round = 0; round < 30 && (yield* now).state !== "done"; round++) {
      yield* TestClock.adjust("20 minutes")
      yield* Effect.ignore(distributions.takeUp(run))
      yield* Effect.ignore(distributions.pause(run, false))
      yield* Effect.ignore(distributions.retry(run))
      const open = yield* steps.undecided(null, 50)
      yield* Effect.forEach(open, (id) => Effect.ignore(Effect.flatMap(steps.mustFind(id), checks.check)))
      yield* Effect.ignore(settled(run.id))
      yield* Effect.ignore(byHand)
    }
    yield* TestClock.adjust("2 hours")
    yield* settled(run.id)
    yield* settled(run.id)
    assert.deepInclude(yield* now, { state: "done", rowsSent: PEOPLE, chunksDone: 4 })
    const end = yield* books(place, run.id)
    assert.strictEqual(end.parking.state, "ended")
    assert.strictEqual(end.treasury, START - PLAN)
    assert.strictEqual(end.token, 0n)
    assert.strictEqual(end.xrd, leftIn(end.parking).xrd)
    assert.strictEqual(amountOf(end.parking.total), amountOf(end.parking.paid) + amountOf(end.parking.returned))
    yield* addUp
  }).pipe(Effect.asVoid)

describeOnBothDatabases("what was parked", (database) => {
  it.effect(
    "is paid, left or returned, whatever happens in between",
    () => {
      const lists = fc.sample(fc.array(fc.constantFrom(...commands), { minLength: 6, maxLength: 28 }), {
        numRuns: 5,
        seed: 12
      })
      return Effect.forEach(lists, (list) => played(list).pipe(Effect.provide(parkedWorld(database))), {
        discard: true
      })
    },
    240_000
  )
})
