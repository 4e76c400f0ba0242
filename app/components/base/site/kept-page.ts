/**
 * A page that is asked for again stays when no answer comes: it may hold what somebody is typing, and what it showed is
 * better than nothing (docs/product/safety.md, C10). It says so (offline-notice.tsx), and asks until there is an answer.
 */

/** Of the router's state, what a page is made of. */
interface Shown {
  readonly location: { readonly pathname: string; readonly search: string }
  readonly loaderData: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, unknown>> | null
}

/** A no is an answer: who may not see the page any more does not. What holds a refused text shows it (error-view.tsx). */
const isAnswer = (error: unknown): boolean => {
  const { data, status } = Object(error)
  return data?.sent || (status < 500 && status !== 429)
}

/** The state as it is told to the page that shows `before`: without what only says that no answer came. Pure. */
export const kept = <State extends object>(before: object, now: State): State => {
  const [shown, next] = [before, now] as unknown as readonly [Shown, Shown] // the router's own types are wider
  const { errors, loaderData, location } = next
  const here = shown.location
  if (!errors || shown.errors || location.pathname !== here.pathname || location.search !== here.search) return now
  if (Object.values(errors).some(isAnswer)) return now
  const answered = Object.entries(loaderData).filter(([, data]) => data !== undefined)
  return { ...now, errors: null, loaderData: { ...shown.loaderData, ...Object.fromEntries(answered) } }
}

/** Milliseconds to the next try. */
const PAUSE = 8_000

let timer: ReturnType<typeof setTimeout> | undefined

/** The page shows what it knew before the server stopped answering. A change of it is the window's event "kept". */
let isStale = false
export const isKept = (): boolean => isStale

/** What became of asking for the page: without an answer, `again` is called after a while. */
export const noteAnswer = (isAnswered: boolean, again: () => void): void => {
  clearTimeout(timer)
  if (!isAnswered) timer = setTimeout(again, PAUSE)
  if (isStale !== isAnswered) return
  isStale = !isAnswered
  dispatchEvent(new Event("kept"))
}
