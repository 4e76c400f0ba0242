import { INCOMING_EVENT } from "./eventNames"

/** Enough for all requests that a person can have open. */
const MOST = 20

/** Function that `EARLY_ANSWERS_SCRIPT` puts on the window: stops listening and returns the stored responses. */
const HANDOVER = "earlyWalletAnswers"

/**
 * Inline script for the server's HTML: the extension may respond before any module of the page has run, and an unheard
 * event is lost. Stores responses until `storeEarlyResponses` takes them over. Contains none of the characters that HTML
 * escapes, so that React can render it as text.
 */
export const EARLY_ANSWERS_SCRIPT = [
  `{const n=\`${INCOMING_EVENT}\`,k=[],`,
  `h=function({detail:d}){if(Object(d)===d)if(!(\`eventType\`in d))k.length==${MOST}||k.push(d)};`,
  `addEventListener(n,h);window.${HANDOVER}=function(){removeEventListener(n,h);return k}}`
].join("")

const storedBefore = (target: EventTarget): ReadonlyArray<unknown> => {
  const handOver: unknown = Reflect.get(target, HANDOVER)
  return typeof handOver === "function" ? handOver() : []
}

/**
 * The extension dispatches a response once. Stores responses for a page that loads the connector late; call the
 * returned function when the connector listens to dispatch them again.
 */
export const storeEarlyResponses = (target: EventTarget): (() => void) => {
  const stored = [...storedBefore(target)]
  const hear = (event: Event) => {
    const detail: unknown = "detail" in event ? event.detail : undefined
    const isResponse = typeof detail === "object" && detail !== null && !("eventType" in detail)
    if (isResponse && stored.length < MOST) stored.push(detail)
  }
  target.addEventListener(INCOMING_EVENT, hear)
  return () => {
    target.removeEventListener(INCOMING_EVENT, hear)
    for (const detail of stored.splice(0)) target.dispatchEvent(new CustomEvent(INCOMING_EVENT, { detail }))
  }
}
