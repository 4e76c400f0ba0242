import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makeTogether } from "~/effects/base/limits/together.server"

/** Answers numbers doubled, once `gate` opens; refuses what is odd. Keeps a list of what was asked together. */
const world = (workers: number) =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const batches: Array<ReadonlyArray<number>> = []
    const { ask } = yield* makeTogether({
      most: 3,
      workers,
      answer: (asks: ReadonlyArray<number>) =>
        Effect.sync(() => batches.push(asks)).pipe(
          Effect.zipRight(Deferred.await(gate)),
          Effect.zipRight(asks.includes(13) ? Effect.fail("all of it") : Effect.void),
          Effect.as(asks.map((n) => (n % 2 === 0 ? Exit.succeed(2 * n) : Exit.fail(`${n} is odd`))))
        )
    })
    return { ask, batches, open: Deferred.succeed(gate, undefined) }
  })

describe("questions that arrive together", () => {
  it.scoped("wait for a free worker, and then go out together, a bounded number at once", () =>
    Effect.gen(function* () {
      const { ask, batches, open } = yield* world(1)
      const fibers = []
      for (const n of [2, 4, 6, 8, 10]) {
        fibers.push(yield* Effect.fork(ask(n)))
        yield* Effect.yieldNow()
        yield* Effect.yieldNow()
      }
      yield* open
      assert.deepStrictEqual(yield* Fiber.join(Fiber.all(fibers)), [4, 8, 12, 16, 20])
      assert.deepStrictEqual(batches, [[2], [4, 6, 8], [10]])
    })
  )

  it.scoped("get each its own answer or refusal; where the call fails, all of its questions do", () =>
    Effect.gen(function* () {
      const { ask, open } = yield* world(2)
      yield* open
      const answers = yield* Effect.forEach([2, 3, 4], (n) => Effect.either(ask(n)), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map((answer) => (answer._tag === "Right" ? answer.right : answer.left)),
        [4, "3 is odd", 8]
      )
      assert.strictEqual(yield* Effect.flip(ask(13)), "all of it")
      assert.strictEqual(yield* ask(20), 40, "the next one is asked afresh")
    })
  )

  it.scoped("are not asked any more when nobody waits for the answer", () =>
    Effect.gen(function* () {
      const { ask, batches, open } = yield* world(1)
      const first = yield* Effect.fork(ask(2))
      yield* Effect.yieldNow()
      yield* Effect.yieldNow()
      const second = yield* Effect.fork(ask(4))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(second)
      yield* open
      yield* Fiber.join(first)
      assert.strictEqual(yield* ask(6), 12)
      assert.deepStrictEqual(batches, [[2], [6]])
    })
  )
})
