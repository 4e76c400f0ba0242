/**
 * What a page checks files with: chunks of their own, fetched while the page is idle, so that the check itself can do
 * without a network. A failed fetch is forgotten, and the next check tries again.
 */
const load = async () => {
  const [{ checkBlob }, { loadParts }, { confirmHere }, threads] = await Promise.all([
    import("~/effects/governance/votes/file/checkFile"),
    import("~/effects/governance/votes/file/parts"),
    import("./confirm-here"),
    import("./check-in-threads"),
    import("./check-here"),
    import("./report-view")
  ])
  await loadParts()
  return { checkBlob, confirmHere, ...threads }
}

type Checker = Awaited<ReturnType<typeof load>>
let fetched: Promise<Checker> | undefined

/** The chunks could not be fetched; nothing is known about the file. */
export class CheckerMissing extends Error {}

export const fetchChecker = (): Promise<Checker> => {
  fetched ??= load().catch((cause: unknown) => {
    fetched = undefined
    throw new CheckerMissing("the checker could not be fetched", { cause })
  })
  return fetched
}

const IDLE_TIMEOUT = 3_000

/** Fetches it once the page has nothing else to do. Answers how to call that off. */
export const fetchWhenIdle = (): (() => void) => {
  const fetchNow = () => void fetchChecker().catch(() => undefined)
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(fetchNow, 1_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchNow, { timeout: IDLE_TIMEOUT })
  return () => cancelIdleCallback(handle)
}

const OFFLINE =
  "This page has not fetched its checker yet, and there is no connection. The file was not looked at; it is checked as soon as the connection is back."
const NOT_FETCHED =
  "This page could not fetch its checker, so the file was not looked at. Try again; if that does not help, load the page again."

export const missingWords = (): string => (navigator.onLine ? NOT_FETCHED : OFFLINE)
