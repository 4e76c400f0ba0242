/**
 * Long work in the thread that also shows a page: after a few milliseconds others have their turn, and the reader is
 * told how far it is.
 */

/** Shorter than what the eye sees as a stutter. */
const TURN_MS = 12
const MOST = 100

export type OnProgress = (percent: number) => void

export interface Pace {
  /** Does something with each item of a list, and lets others in between. */
  readonly each: <A>(items: ReadonlyArray<A>, work: (item: A, index: number) => Promise<void> | void) => Promise<void>
  /** How many items there will be in all the lists together. */
  readonly expect: (items: number) => void
}

export const makePace = (onProgress: OnProgress = () => undefined): Pace => {
  let [expected, done, told, last] = [0, 0, 0, performance.now()]

  const rest = async () => {
    const percent = expected === 0 ? 0 : Math.min(MOST, Math.floor((done / expected) * MOST))
    if (percent > told) onProgress(percent)
    told = Math.max(told, percent)
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    last = performance.now()
  }

  return {
    each: async (items, work) => {
      for (const [index, item] of items.entries()) {
        if (performance.now() - last > TURN_MS) await rest()
        const more = work(item, index)
        if (more !== undefined) await more
        done += 1
      }
    },
    expect: (items) => {
      expected = items
    }
  }
}
