/**
 * Effect's scheduler with two changes: it polls the network every few milliseconds, and runs pages before writes and
 * jobs.
 *
 * Effect continues in microtasks, and Node reads no socket until none is left. SQLite's statements are synchronous, so
 * writers that queue for its connection would pass it to each other while all other visitors wait
 * (docs/decisions/0070-schedule-fibers-fairly.md).
 */
import { Scheduler } from "effect"
import { AFTER_PAGES } from "~/effects/base/limits/afterPages"

/** Milliseconds that page fibers may run before the event loop continues. */
const PAGES_MS = 20
/** Milliseconds for all other fibers. */
const OTHERS_MS = 2

/** Measures how long the event loop's current tick has lasted; the first caller of a tick starts the measurement. */
const makeLock = (sliceMs: number) => {
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
 * Fibers that must wait, in order: each tick runs as many as fit into a slice. Node runs all immediates of a tick, so
 * one immediate serves the whole queue.
 */
const makeLine = (sliceMs: number) => {
  const waiting: Array<() => void> = []
  const goOn = () => {
    const until = performance.now() + sliceMs
    do {
      // The running one stays in the queue until it has finished, so that fibers that arrive meanwhile do not schedule
      // a second immediate.
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
  const turn = makeLock(sliceMs)
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
