import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makeBatcher } from "~/effects/base/limits/batcher.server"

/** Answers numbers doubled, once `gate` opens; refuses what is odd. Keeps a list of what was submitted together. */
const world = (workers: number) =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const batches: Array<ReadonlyArray<number>> = []
    const { submit } = yield* makeBatcher({
      maxSize: 3,
      workers,
      answer: (batch: ReadonlyArray<number>) =>
        Effect.sync(() => batches.push(batch)).pipe(
          Effect.zipRight(Deferred.await(gate)),
          Effect.zipRight(batch.includes(13) ? Effect.fail("all of it") : Effect.void),
          Effect.as(batch.map((n) => (n % 2 === 0 ? Exit.succeed(2 * n) : Exit.fail(`${n} is odd`))))
        )
    })
    return { submit, batches, open: Deferred.succeed(gate, undefined) }
  })

describe("what is submitted together", () => {
  it.scoped("waits for a free worker, and then goes out together, a bounded number at once", () =>
    Effect.gen(function* () {
      const { submit, batches, open } = yield* world(1)
      const fibers = []
      for (const n of [2, 4, 6, 8, 10]) {
        fibers.push(yield* Effect.fork(submit(n)))
        yield* Effect.yieldNow()
        yield* Effect.yieldNow()
      }
      yield* open
      assert.deepStrictEqual(yield* Fiber.join(Fiber.all(fibers)), [4, 8, 12, 16, 20])
      assert.deepStrictEqual(batches, [[2], [4, 6, 8], [10]])
    })
  )

  it.scoped("gets each its own answer or refusal; where the call fails, the whole batch does", () =>
    Effect.gen(function* () {
      const { submit, open } = yield* world(2)
      yield* open
      const answers = yield* Effect.forEach([2, 3, 4], (n) => Effect.either(submit(n)), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map((answer) => (answer._tag === "Right" ? answer.right : answer.left)),
        [4, "3 is odd", 8]
      )
      assert.strictEqual(yield* Effect.flip(submit(13)), "all of it")
      assert.strictEqual(yield* submit(20), 40, "the next one is answered afresh")
    })
  )

  it.scoped("is not answered any more when its fiber was interrupted", () =>
    Effect.gen(function* () {
      const { submit, batches, open } = yield* world(1)
      const first = yield* Effect.fork(submit(2))
      yield* Effect.yieldNow()
      yield* Effect.yieldNow()
      const second = yield* Effect.fork(submit(4))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(second)
      yield* open
      yield* Fiber.join(first)
      assert.strictEqual(yield* submit(6), 12)
      assert.deepStrictEqual(batches, [[2], [6]])
    })
  )
})
