const AT_LATEST_MS = 2_000
const WITHOUT_IDLE_MS = 200

/** Runs a job when the browser is idle. Returns a function that cancels it. */
export const whenIdle = (job: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(job, { timeout: AT_LATEST_MS })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(job, WITHOUT_IDLE_MS)
  return () => clearTimeout(id)
}
