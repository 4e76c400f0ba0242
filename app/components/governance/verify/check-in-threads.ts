/** A large file, checked beside the page, so that the page goes on answering: by as many threads as there are cores. */

import { Cancelled, type OnProgress } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import address from "./check-thread?worker&url"
import { FileGone, startThread, ThreadLost, type Told } from "./threads"

/** Smaller files are done before a thread has started. */
export const WORTH_THREADS = 1_048_576
const MOST_HELPERS = 8
/** The leader says so often that it is there; one that does not is lost. Milliseconds. */
const PATIENCE = 30_000

interface How {
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

/** Whether this browser has threads, and cores for them. */
export const hasThreads = (): boolean => typeof Worker !== "undefined" && navigator.hardwareConcurrency > 1

const start = (): Worker | undefined => {
  try {
    return startThread(address)
  } catch {
    return undefined // Refused by a policy of the browser's owner.
  }
}

/**
 * Undefined where no thread could be started: then the page does the same itself. Rejects with `FileGone`, `ThreadLost` and
 * `Cancelled`.
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
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
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
    // Its helpers end with it.
    worker.terminate()
  }
}
