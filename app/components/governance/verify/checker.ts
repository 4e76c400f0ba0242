/**
 * The checker's code, fetched while the page is idle so that a check works without a network. A failed fetch is not
 * cached; the next check tries again.
 */
const load = async () => {
  const [{ checkBlob }, { loadParts }, { confirmHere }, threads] = await Promise.all([
    import("~/effects/governance/votes/file/checkFile"),
    import("~/effects/governance/votes/file/parts"),
    import("./confirm-here"),
    import("./check-in-threads"),
    import("./check-here")
  ])
  await loadParts()
  return { checkBlob, confirmHere, ...threads }
}

type Checker = Awaited<ReturnType<typeof load>>
let fetched: Promise<Checker> | undefined

/** The checker's code could not be fetched; nothing is known about the file. */
export class CheckerMissing extends Error {}

export const fetchChecker = (): Promise<Checker> => {
  fetched ??= load().catch((cause: unknown) => {
    fetched = undefined
    throw new CheckerMissing("the checker could not be fetched", { cause })
  })
  return fetched
}

const IDLE_TIMEOUT = 3_000

/** Fetches the checker, and the view of its results, once the page is idle. Returns a function that cancels this. */
export const fetchWhenIdle = (fetchView: () => Promise<unknown>): (() => void) => {
  const fetchNow = () => void Promise.all([fetchChecker(), fetchView()]).catch(() => undefined)
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(fetchNow, 1_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchNow, { timeout: IDLE_TIMEOUT })
  return () => cancelIdleCallback(handle)
}

const OFFLINE =
  "This page has not loaded its checker yet, and there is no connection. The file is checked as soon as the connection is back."
const NOT_FETCHED =
  "This page could not load its checker, so the file was not checked. Try again; if that does not help, reload the page."

export const missingWords = (): string => (navigator.onLine ? NOT_FETCHED : OFFLINE)
