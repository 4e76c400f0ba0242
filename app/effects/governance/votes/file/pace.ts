/** Long work in a thread that also shows a page: yields every few milliseconds. A thread of its own need not yield. */

/** Milliseconds; too short to be seen as a stutter. */
const TURN_MS = 12

/** Progress of a check. */
export interface Progress {
  /** Ballots read so far, and the total according to the end of the file. */
  readonly done: number
  readonly all: number
  /** Whether sealed ballots are being opened, after everything else was found valid. */
  readonly isOpening: boolean
}
export type OnProgress = (progress: Progress) => void

const MOST = 100
export const percentOf = ({ all, done }: Progress): number => (all === 0 ? 0 : Math.floor((done / all) * MOST))

/** Reports progress once per percent. */
export const byPercent = (onProgress: OnProgress): OnProgress => {
  let reported = ""
  return (progress) => {
    const now = `${progress.isOpening} ${percentOf(progress)}`
    if (now !== reported) onProgress(progress)
    reported = now
  }
}

export interface Pace {
  /** Does something with each item, and yields in between. */
  readonly each: <A>(items: ReadonlyArray<A>, work: (item: A, index: number) => Promise<void> | void) => Promise<void>
}

/** The check was cancelled. */
export class Cancelled extends Error {}

/** @param signal cancels the work when it next yields: `each` rejects with `Cancelled`. */
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

/** For a thread that shows nothing. */
export const unhurried: Pace = {
  each: async (items, work) => {
    for (const [index, item] of items.entries()) {
      const more = work(item, index)
      if (more !== undefined) await more
    }
  }
}
