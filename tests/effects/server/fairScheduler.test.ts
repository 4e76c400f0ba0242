/** Fibers that never wait yield to the network. */
import { Effect } from "effect"
import { assert, describe, test } from "vitest"
import { afterPages } from "~/effects/base/limits/afterPages"
import { makeFairScheduler } from "~/effects/server/fairScheduler"

const STEPS = 200

/** Like a statement of SQLite: it blocks the thread for a moment, and the next fiber starts when it ends. */
const busyStep = Effect.sync(() => {
  const end = performance.now() + 1
  while (performance.now() < end);
}).pipe(Effect.zipRight(Effect.yieldNow()))

/** How many steps of ten fibers were done when a socket could first have been read. */
const stepsBeforeNetwork = (run: <A>(program: Effect.Effect<A>) => Promise<A>) => {
  let done = 0
  let before: number | undefined
  setImmediate(() => {
    before = done
  })
  const fiber = Effect.repeatN(
    Effect.tap(busyStep, () => {
      done++
    }),
    STEPS / 10 - 1
  )
  return run(
    Effect.all(
      Array.from({ length: 10 }, () => fiber),
      { concurrency: "unbounded" }
    )
  ).then(() => ({
    before,
    done
  }))
}

describe("the scheduler of the server", () => {
  test("lets the network in between", async () => {
    const { before, done } = await stepsBeforeNetwork((program) =>
      Effect.runPromise(Effect.withScheduler(program, makeFairScheduler()))
    )
    assert.strictEqual(done, STEPS)
    assert.isBelow(before ?? STEPS, STEPS / 2)
  })

  test("runs only a few waiting fibers in each tick, however many there are", async () => {
    const FIBERS = 40
    let [inTurn, most, running] = [0, 0, true]
    const nextTurn = () => {
      most = Math.max(most, inTurn)
      inTurn = 0
      if (running) setImmediate(nextTurn)
    }
    setImmediate(nextTurn)
    const step = Effect.zipRight(
      Effect.sync(() => inTurn++),
      busyStep
    )
    const fiber = Effect.zipRight(Effect.yieldNow(), Effect.repeatN(step, 2))
    const all = afterPages(Effect.all(Effect.replicate(fiber, FIBERS), { concurrency: "unbounded" }))
    await Effect.runPromise(Effect.withScheduler(all, makeFairScheduler()))
    running = false
    // A step takes a millisecond.
    assert.isBelow(most, FIBERS / 2)
  })

  test("lets a page overtake writes", async () => {
    const [writers, pageSteps, writerSteps] = [30, 5, 20]
    let written = 0
    const write = Effect.repeatN(
      Effect.tap(busyStep, () => {
        written++
      }),
      writerSteps - 1
    )
    const page = Effect.sleep(20).pipe(
      Effect.zipRight(Effect.sync(() => written)),
      Effect.zip(
        Effect.zipRight(
          Effect.repeatN(busyStep, pageSteps - 1),
          Effect.sync(() => written)
        )
      )
    )
    const all = Effect.all(
      [page, afterPages(Effect.all(Effect.replicate(write, writers), { concurrency: "unbounded" }))],
      {
        concurrency: "unbounded"
      }
    )
    const [[before, after]] = await Effect.runPromise(Effect.withScheduler(all, makeFairScheduler()))
    assert.strictEqual(written, writers * writerSteps)
    // In order each of its steps would wait for one of every writer's.
    assert.isBelow(after - before, (pageSteps * writers) / 2)
  })

  test("differs from Effect's own, which does not", async () => {
    const { before, done } = await stepsBeforeNetwork(Effect.runPromise)
    assert.deepStrictEqual([before ?? STEPS, done], [STEPS, STEPS])
  })
})
