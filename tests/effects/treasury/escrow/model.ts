/**
 * The model of an escrow, for each purpose: in any order of its commands, crashes and rejected transactions, what was
 * funded is paid, left or refunded. A purpose brings its commands and its books, and plays one list of commands.
 */
import { assert } from "@effect/vitest"
import { Effect, Fiber, FastCheck as fc } from "effect"
import type { Faults } from "~/effects/local/Faults.server"
import { runs } from "../../../sets"

export const troubles = ["crash", "crashLate", "fail", "reject", "slow"] as const

/** `poll` is what a server does that has just started; it stops after so many steps. */
export const troublesOf = <E, R>(
  faults: typeof Faults.Service,
  poll: Effect.Effect<unknown, E, R>,
  steps: { readonly early: number; readonly late: number }
) => {
  const dying = (yields: number) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.ignore(poll))
      yield* Effect.yieldNow().pipe(Effect.repeatN(yields))
      yield* Fiber.interrupt(fiber)
    })
  return {
    crash: dying(steps.early),
    crashLate: dying(steps.late),
    fail: faults.change({ nextTransaction: "CommittedFailure" }),
    reject: faults.change({ nextTransaction: "Rejected" }),
    slow: faults.change({ nextTransaction: "Pending" })
  } as const
}

export interface Lists<C> {
  readonly commands: ReadonlyArray<C>
  readonly lengths: readonly [least: number, most: number]
  /** In `npm test`, and in `npm run test:all`. */
  readonly many: readonly [few: number, all: number]
  readonly seed: number
}

/** Plays random lists, each in a world of its own; at least `proven` is settled in all, or they would prove nothing. */
export const holds = <C extends string, E>(
  { commands, lengths: [minLength, maxLength], many, seed }: Lists<C>,
  proven: number,
  played: (given: ReadonlyArray<C>) => Effect.Effect<number, E>
) =>
  Effect.gen(function* () {
    const lists = fc.sample(fc.array(fc.constantFrom(...commands), { minLength, maxLength }), {
      numRuns: runs(...many),
      seed
    })
    let all = 0
    for (const list of lists) {
      all += yield* Effect.tapErrorCause(played(list), () =>
        Effect.sync(() => console.error(seed, JSON.stringify(list)))
      )
    }
    assert.isAtLeast(all, proven)
  })
