/**
 * A page that revalidates stays when no response arrives: it may contain what somebody is typing, and old content is
 * better than none (docs/product/safety.md). It shows a notice (offline-notice.tsx), and retries until there is a
 * response.
 */

/** The part of the router's state that a page is rendered from. */
interface Shown {
  readonly location: { readonly pathname: string; readonly search: string }
  readonly loaderData: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, unknown>> | null
}

/**
 * A refusal is a response: a person who may no longer see the page does not. One with a refused text shows that text
 * (error-view.tsx).
 */
const isResponse = (error: unknown): boolean => {
  const { data, status } = Object(error)
  return data?.sent || (status < 500 && status !== 429)
}

/** The state to render for a page that shows `before`: without errors that only mean that no response arrived. Pure. */
export const withLastData = <State extends object>(before: object, now: State): State => {
  const [shown, next] = [before, now] as unknown as readonly [Shown, Shown] // the router's own types are wider
  const { errors, loaderData, location } = next
  const here = shown.location
  if (!errors || shown.errors || location.pathname !== here.pathname || location.search !== here.search) return now
  if (Object.values(errors).some(isResponse)) return now
  const withData = Object.entries(loaderData).filter(([, data]) => data !== undefined)
  return { ...now, errors: null, loaderData: { ...shown.loaderData, ...Object.fromEntries(withData) } }
}

/** Milliseconds until the next try: soon after the first failure, which is mostly a dropped connection, then less often. */
const PAUSES = [1_000, 2_000, 4_000] as const
const LAST_PAUSE = 8_000
export const pauseAfter = (failures: number): number => PAUSES[failures] ?? LAST_PAUSE
let failures = 0

let timer: ReturnType<typeof setTimeout> | undefined

/** Whether the page shows old content because the server does not respond. A change fires the window event "stale". */
let stale = false
export const isStale = (): boolean => stale

/** Records the result of a revalidation: without a response, `again` is called after a delay. */
export const noteResponse = (isDone: boolean, again: () => void): void => {
  clearTimeout(timer)
  if (isDone) failures = 0
  else timer = setTimeout(again, pauseAfter(failures++))
  if (stale !== isDone) return
  stale = !isDone
  dispatchEvent(new Event("stale"))
}
