/** Checks a large file in as many threads as there are cores, so that the page stays responsive. */

import { Cancelled, type OnProgress } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import address from "./check-thread?worker&url"
import { FileGone, type Reported, startThread, ThreadLost } from "./threads"

/** In bytes. Smaller files are checked before a thread would have started. */
export const WORTH_THREADS = 1_048_576
const MOST_HELPERS = 8
/** In milliseconds. The leading thread is considered lost if it sends nothing for this long. */
const PATIENCE = 30_000

interface How {
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

/** Whether this browser has threads and more than one core. */
export const hasThreads = (): boolean => typeof Worker !== "undefined" && navigator.hardwareConcurrency > 1

const start = (): Worker | undefined => {
  try {
    return startThread(address)
  } catch {
    return undefined // The browser's owner may forbid threads by a policy.
  }
}

/**
 * Undefined if no thread could be started: the page then checks the file itself. Rejects with `FileGone`, `ThreadLost`
 * and `Cancelled`.
 */
export const checkInThreads = async (file: Blob, { onProgress, signal }: How): Promise<Report | undefined> => {
  const worker = start()
  if (worker === undefined) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Report | undefined>((resolve, reject) => {
      let hasBegun = false
      const lose = () => (hasBegun ? reject(new ThreadLost()) : resolve(undefined))
      const watch = () => {
        clearTimeout(timer)
        timer = setTimeout(lose, PATIENCE)
      }
      worker.onerror = (event) => {
        event.preventDefault()
        lose()
      }
      worker.onmessage = ({ data }: MessageEvent<Reported>) => {
        hasBegun = true
        watch()
        if (data.kind === "progress") onProgress(data.progress)
        if (data.kind === "report") resolve(data.report)
        if (data.kind === "failed") reject(data.why === "unreadable" ? new FileGone() : new ThreadLost())
      }
      signal.addEventListener("abort", () => reject(new Cancelled()))
      if (signal.aborted) reject(new Cancelled())
      const helpers = Math.min(navigator.hardwareConcurrency, MOST_HELPERS)
      worker.postMessage({ kind: "lead", file, helpers })
      watch()
    })
  } finally {
    clearTimeout(timer)
    // This also ends the threads that it started.
    worker.terminate()
  }
}
