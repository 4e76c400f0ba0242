/**
 * Long work in the thread that also shows a page: after a few milliseconds others have their turn. In a thread of its own
 * nothing has to wait.
 */

/** Shorter than what the eye sees as a stutter. */
const TURN_MS = 12

/** How far a check is. */
export interface Progress {
  /** Ballots that were gone through, of how many; the second is what the end of the file says. */
  readonly done: number
  readonly all: number
  /** Whether sealed ballots are being opened, after all else was found right. */
  readonly isOpening: boolean
}
export type OnProgress = (progress: Progress) => void

const MOST = 100
export const percentOf = ({ all, done }: Progress): number => (all === 0 ? 0 : Math.floor((done / all) * MOST))

/** Told when there is another percent of it. */
export const byPercent = (onProgress: OnProgress): OnProgress => {
  let told = ""
  return (progress) => {
    const now = `${progress.isOpening} ${percentOf(progress)}`
    if (now !== told) onProgress(progress)
    told = now
  }
}

export interface Pace {
  /** Does something with each item, and lets others in between. */
  readonly each: <A>(items: ReadonlyArray<A>, work: (item: A, index: number) => Promise<void> | void) => Promise<void>
}

/** The check was called off by whoever began it. */
export class Cancelled extends Error {}

/** @param signal ends the work at its next rest: `each` rejects with `Cancelled`. */
export const makePace = (signal?: AbortSignal): Pace => {
  let last = performance.now()
  const rest = async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    if (signal?.aborted === true) throw new Cancelled()
    last = performance.now()
  }
  return {
    each: async (items, work) => {
      for (const [index, item] of items.entries()) {
        if (performance.now() - last > TURN_MS) await rest()
        const more = work(item, index)
        if (more !== undefined) await more
      }
    }
  }
}

/** In a thread that shows nothing. */
export const unhurried: Pace = {
  each: async (items, work) => {
    for (const [index, item] of items.entries()) {
      const more = work(item, index)
      if (more !== undefined) await more
    }
  }
}
