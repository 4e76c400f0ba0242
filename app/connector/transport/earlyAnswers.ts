import { INCOMING_EVENT } from "./eventNames"

/** Enough for every request a person can have open. */
const MOST = 20

/**
 * The extension hands over an answer once, to whoever listens. A page that fetches the connector late would miss what
 * comes before: this keeps it. What it gives back is called when the connector listens, and says all of it again.
 */
export const keepEarlyAnswers = (target: EventTarget): (() => void) => {
  const kept: Array<unknown> = []
  const hear = (event: Event) => {
    const detail: unknown = "detail" in event ? event.detail : undefined
    const isAnswer = typeof detail === "object" && detail !== null && !("eventType" in detail)
    if (isAnswer && kept.length < MOST) kept.push(detail)
  }
  target.addEventListener(INCOMING_EVENT, hear)
  return () => {
    target.removeEventListener(INCOMING_EVENT, hear)
    for (const detail of kept.splice(0)) target.dispatchEvent(new CustomEvent(INCOMING_EVENT, { detail }))
  }
}
