/**
 * No interleaving of retries, crashes and reloads pays twice (docs/product/treasury.md): in any order of preparing,
 * signing, reports, false reports, failures, stops, resumptions and discards, the batches add up to the plan at every
 * moment, and in the end everybody has exactly that, and the treasury the rest.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, FastCheck as fc, Option } from "effect"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { DistributionBatches } from "~/effects/treasury/payouts/DistributionBatches.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { formatAmount, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { runs } from "../../../sets"
import { garden, held, person, planned, refuseDeposits, report, sign, world } from "./world"

const PEOPLE = 7
const PLAN = 28n
const commands = [
  "prepare",
  "sign",
  "report",
  "reportLate",
  "signOld",
  "retry",
  "pause",
  "resume",
  "poll",
  "fail",
  "reject",
  "stop",
  "takeUp",
  "crash"
] as const
type Command = (typeof commands)[number]

const played = (given: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const place = yield* garden
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const repo = yield* DistributionsRepo
    const batches = yield* DistributionBatches
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    const faults = yield* Faults
    const people = Array.from({ length: PEOPLE }, (_, index) => person(index))
    yield* refuseDeposits(person(1))
    const run = yield* planned(
      place,
      people.map(({ account }, index) => [account, BigInt(index + 1) * ONE] as const)
    )
    yield* distributions.start(run, 2, 1)

    const prepared: Array<Step> = []
    const signed: Array<{ readonly step: Step; readonly txId: string }> = []
    const next = Effect.map(payouts.next(place.treasury, run), (step) => {
      if (Option.isSome(step)) prepared.push(step.value)
    })
    const signOf = (step: Step | undefined) =>
      step === undefined ? Effect.void : Effect.map(sign(step.manifest), (txId) => signed.push({ step, txId }))
    const show = (which: (typeof signed)[number] | undefined) =>
      which === undefined ? Effect.void : report(which.step.id, which.txId)
    const check = (id: string) => Effect.flatMap(steps.findOrFail(id), checks.check)
    const read = Effect.flatMap(steps.undecided(null, 50), (open) => Effect.forEach(open, check))

    const play: Readonly<
      Record<
        Command,
        () => Effect.Effect<
          unknown,
          unknown,
          Effect.Effect.Context<ReturnType<typeof sign>> | Effect.Effect.Context<ReturnType<typeof report>>
        >
      >
    > = {
      prepare: () => next,
      sign: () => signOf(prepared.at(-1)),
      report: () => show(signed.at(-1)),
      reportLate: () => show(signed[0]),
      signOld: () => signOf(prepared[0]),
      retry: () => distributions.retry(run),
      pause: () => distributions.pause(run, true),
      resume: () => distributions.pause(run, false),
      poll: () => read,
      stop: () => distributions.stop(run),
      takeUp: () => distributions.takeUp(run),
      // The server crashes at some point of its work, and the page forgets what it had.
      crash: () =>
        Effect.gen(function* () {
          const dying = yield* Effect.fork(Effect.ignore(Effect.zipRight(next, show(signed.at(-1)))))
          yield* Effect.yieldNow().pipe(Effect.repeatN(prepared.length * 7))
          yield* Fiber.interrupt(dying)
          prepared.length = 0
        }),
      fail: () => faults.change({ nextTransaction: "CommittedFailure" }),
      reject: () => faults.change({ nextTransaction: "Rejected" })
    }
    const { token, treasury } = place.treasury
    /** The batches are the plan; whole batches have left the treasury, each at most once. */
    const addUp = Effect.gen(function* () {
      const amounts = (yield* batches.all(run.id)).map(({ amount, state }) => ({ units: BigInt(amount), state }))
      assert.strictEqual(
        amounts.reduce((sum, { units }) => sum + units, 0n),
        PLAN
      )
      const [left] = yield* held(token, [treasury])
      const given = 100_000n - BigInt(left ?? "0")
      const reported = amounts.reduce((sum, { state, units }) => (state === "committed" ? sum + units : sum), 0n)
      assert.isTrue(given <= PLAN && reported <= given, `${given} of ${PLAN} are gone, ${reported} are counted`)
    })
    // Refusals are ignored: the model checks only where the tokens are.
    for (const command of given) {
      yield* Effect.ignore(play[command]())
      yield* addUp
    }

    yield* faults.change({ nextTransaction: null })
    const now = Effect.orDie(repo.findOrFail(place.community.id, run.number))
    for (let round = 0; round < 20 && (yield* now).state !== "done"; round++) {
      yield* Effect.ignore(distributions.takeUp(run))
      yield* Effect.ignore(distributions.retry(run))
      yield* Effect.ignore(read)
      const step = yield* Effect.option(payouts.next(place.treasury, run))
      if (Option.isSome(step) && Option.isSome(step.value)) {
        yield* report(step.value.value.id, yield* sign(step.value.value.manifest))
      }
    }

    const end = yield* now
    assert.deepInclude(end, { state: "done", rowsSent: PEOPLE - 1, rowsClaimable: 1, chunksDone: 4 })
    assert.deepStrictEqual(
      yield* held(
        token,
        people.map(({ account }) => account)
      ),
      ["1", "0", "3", "4", "5", "6", "7"]
    )
    assert.deepStrictEqual(yield* held(token, [treasury]), [formatAmount((100_000n - PLAN) * ONE)])
  })

describeOnBothDatabases("a payout", (database) => {
  it.effect(
    "is paid once, whatever happens in between",
    () => {
      const lists = fc.sample(fc.array(fc.constantFrom(...commands), { minLength: 4, maxLength: 24 }), {
        numRuns: runs(4, 40),
        seed: 8
      })
      return Effect.forEach(lists, (list) => played(list).pipe(Effect.provide(world(database))), { discard: true })
    },
    600_000
  )
})
