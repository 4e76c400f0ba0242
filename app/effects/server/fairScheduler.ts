/**
 * When fibers run: as Effect has it, but with a look at the network every few milliseconds, and pages ahead of writes
 * and jobs.
 *
 * Effect goes on in microtasks, and Node reads no socket before there is none left. SQLite's statements never wait, so
 * writers who queue for its connection would hand it on from one to the next while every other visitor waits for all of
 * them (docs/decisions/0070-fibers-leave-turns-to-the-network.md).
 */
import { Scheduler } from "effect"
import { AFTER_PAGES } from "~/effects/base/limits/afterPages"

/** So long, in milliseconds, fibers of pages may run before the event loop goes round. */
const PAGES_MS = 20
/** The same for all others. */
const OTHERS_MS = 2

/** How long the event loop's present turn has lasted, asked often and started by the first who asks. */
const makeTurn = (sliceMs: number) => {
  let began: number | undefined
  return {
    isLong: () => {
      const now = performance.now()
      if (began === undefined) {
        began = now
        setImmediate(() => {
          began = undefined
        })
      }
      return now - began > sliceMs
    }
  }
}

/**
 * Those that have to wait, in their order: each turn goes on with as many as a slice holds. Node runs all immediates of
 * a turn, so there is one for all of them.
 */
const makeLine = (sliceMs: number) => {
  const waiting: Array<() => void> = []
  const goOn = () => {
    const until = performance.now() + sliceMs
    do {
      // The one that runs keeps its place until it is through: who comes meanwhile asks for no second immediate.
      waiting[0]?.()
      waiting.shift()
    } while (waiting.length > 0 && performance.now() < until)
    if (waiting.length > 0) setImmediate(goOn)
  }
  return (drain: () => void) => {
    waiting.push(drain)
    if (waiting.length === 1) setImmediate(goOn)
  }
}

const runnersFor = (sliceMs: number) => {
  const turn = makeTurn(sliceMs)
  const wait = makeLine(sliceMs)
  return Scheduler.SchedulerRunner.cached((depth, drain) => {
    const goOn = () => (turn.isLong() ? wait(() => drain(0)) : drain(depth + 1))
    void Promise.resolve().then(goOn)
  })
}

export const makeFairScheduler = (): Scheduler.Scheduler => {
  const pages = runnersFor(PAGES_MS)
  const others = runnersFor(OTHERS_MS)
  return {
    shouldYield: (fiber) => Scheduler.defaultScheduler.shouldYield(fiber),
    scheduleTask: (task, priority, fiber) =>
      (priority < AFTER_PAGES ? pages : others)(fiber).scheduleTask(task, priority)
  }
}
