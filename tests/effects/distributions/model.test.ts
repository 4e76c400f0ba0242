/**
 * No interleaving of retries, crashes and reloads pays twice (product 3.4): whatever order things are prepared, signed,
 * told, lied about, failed and forgotten in, in the end everybody has exactly the plan, and the treasury the rest.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Option } from "effect"
import { Distributions } from "~/effects/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/distributions/DistributionsRepo.server"
import { Payouts } from "~/effects/distributions/Payouts.server"
import { LedgerSteps } from "~/effects/ledger-steps/LedgerSteps.server"
import type { Step } from "~/effects/ledger-steps/Step"
import { StepChecks } from "~/effects/ledger-steps/StepChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { formatAmount, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../databases"
import { garden, held, person, planned, refuseDeposits, report, sign, world } from "./world"

const PEOPLE = 5
const commands = [
  "prepare",
  "sign",
  "tell",
  "tellLate",
  "signOld",
  "retry",
  "pause",
  "resume",
  "look",
  "fail",
  "reject"
] as const
type Command = (typeof commands)[number]

const played = (given: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const place = yield* garden
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    const repo = yield* DistributionsRepo
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks
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
    const tell = (which: (typeof signed)[number] | undefined) =>
      which === undefined ? Effect.void : report(which.step.id, which.txId)
    const look = Effect.flatMap(steps.undecided(50), (open) => Effect.forEach(open, checks.check))

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
      tell: () => tell(signed.at(-1)),
      tellLate: () => tell(signed[0]),
      signOld: () => signOf(prepared[0]),
      retry: () => distributions.retry(run),
      pause: () => distributions.pause(run, true),
      resume: () => distributions.pause(run, false),
      look: () => look,
      fail: () => faults.change({ nextTransaction: "CommittedFailure" }),
      reject: () => faults.change({ nextTransaction: "Rejected" })
    }
    // What is refused is refused: the model only looks at where the tokens are.
    for (const command of given) yield* Effect.ignore(play[command]())

    yield* faults.change({ nextTransaction: null })
    const now = Effect.orDie(repo.mustFind(place.community.id, run.number))
    for (let round = 0; round < 20 && (yield* now).state === "running"; round++) {
      yield* Effect.ignore(distributions.retry(run))
      yield* Effect.ignore(look)
      const step = yield* Effect.option(payouts.next(place.treasury, run))
      if (Option.isSome(step) && Option.isSome(step.value)) {
        yield* report(step.value.value.id, yield* sign(step.value.value.manifest))
      }
    }

    const end = yield* now
    assert.deepInclude(end, { state: "done", rowsSent: PEOPLE - 1, rowsClaimable: 1, chunksDone: 3 })
    const { token, treasury } = place.treasury
    assert.deepStrictEqual(
      yield* held(
        token,
        people.map(({ account }) => account)
      ),
      ["1", "0", "3", "4", "5"]
    )
    assert.deepStrictEqual(yield* held(token, [treasury]), [formatAmount(100_000n * ONE - 15n * ONE)])
  })

describeOnBothDatabases("a payout", (database) => {
  it.effect(
    "is paid once, whatever happens in between",
    () => {
      const lists = fc.sample(fc.array(fc.constantFrom(...commands), { minLength: 4, maxLength: 24 }), {
        numRuns: 8,
        seed: 8
      })
      return Effect.forEach(lists, (list) => played(list).pipe(Effect.provide(world(database))), { discard: true })
    },
    120_000
  )
})
