import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makeBatcher } from "~/effects/base/limits/batcher.server"

/** Returns numbers doubled once `gate` opens, refuses odd ones and records what was submitted together. */
const world = (workers: number) =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const batches: Array<ReadonlyArray<number>> = []
    const { submit } = yield* makeBatcher({
      maxSize: 3,
      workers,
      respond: (batch: ReadonlyArray<number>) =>
        Effect.sync(() => batches.push(batch)).pipe(
          Effect.zipRight(Deferred.await(gate)),
          Effect.zipRight(batch.includes(13) ? Effect.fail("all of it") : Effect.void),
          Effect.as(batch.map((n) => (n % 2 === 0 ? Exit.succeed(2 * n) : Exit.fail(`${n} is odd`))))
        )
    })
    return { submit, batches, open: Deferred.succeed(gate, undefined) }
  })

describe("batched calls", () => {
  it.scoped("wait for a free worker, then run together in batches of bounded size", () =>
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

  it.scoped("each get their own result or refusal; if the call fails, the whole batch does", () =>
    Effect.gen(function* () {
      const { submit, open } = yield* world(2)
      yield* open
      const responses = yield* Effect.forEach([2, 3, 4], (n) => Effect.either(submit(n)), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        responses.map((response) => (response._tag === "Right" ? response.right : response.left)),
        [4, "3 is odd", 8]
      )
      assert.strictEqual(yield* Effect.flip(submit(13)), "all of it")
      assert.strictEqual(yield* submit(20), 40, "the next one is answered afresh")
    })
  )

  it.scoped("of one key run one batch at a time, while other keys use the other workers", () =>
    Effect.gen(function* () {
      const gates = { a: yield* Deferred.make<void>(), b: yield* Deferred.make<void>() }
      const batches: Array<string> = []
      const { submit } = yield* makeBatcher({
        maxSize: 2,
        workers: 2,
        keyOf: (text: string) => text.slice(0, 1),
        respond: (batch: ReadonlyArray<string>) =>
          Effect.sync(() => batches.push(batch.join(" "))).pipe(
            Effect.zipRight(Deferred.await(batch[0]?.startsWith("a") ? gates.a : gates.b)),
            Effect.as(batch.map((text) => Exit.succeed(text)))
          )
      })
      const fibers = []
      for (const text of ["a1", "a2", "a3", "b1", "a4", "b2", "c1"]) {
        fibers.push(yield* Effect.fork(submit(text)))
        yield* Effect.yieldNow()
        yield* Effect.yieldNow()
      }
      // The first call of "a" is running, so its others wait, and "b" has the second worker.
      assert.deepStrictEqual(batches, ["a1", "b1"])
      yield* Deferred.succeed(gates.b, undefined)
      for (let n = 0; n < 10; n++) yield* Effect.yieldNow()
      assert.deepStrictEqual(batches, ["a1", "b1", "b2", "c1"])
      yield* Deferred.succeed(gates.a, undefined)
      yield* Fiber.join(Fiber.all(fibers))
      assert.deepStrictEqual(batches, ["a1", "b1", "b2", "c1", "a2 a3", "a4"])
    })
  )

  it.scoped("are refused immediately when the queue is full, and accepted again when there is room", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { submit } = yield* makeBatcher<number, number, string, never>({
        maxSize: 1,
        workers: 1,
        waiting: { most: 2, full: "full" },
        respond: (batch) =>
          Effect.as(
            Deferred.await(gate),
            batch.map((n) => Exit.succeed(n))
          )
      })
      const fibers = []
      for (const n of [1, 2, 3]) {
        fibers.push(yield* Effect.fork(submit(n)))
        yield* Effect.yieldNow()
        yield* Effect.yieldNow()
      }
      assert.strictEqual(yield* Effect.flip(submit(4)), "full")
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(Fiber.all(fibers)), [1, 2, 3])
      assert.strictEqual(yield* submit(5), 5)
    })
  )

  it.scoped("are skipped when their fiber was interrupted", () =>
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
