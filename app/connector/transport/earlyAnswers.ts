import { INCOMING_EVENT } from "./eventNames"

/** Enough for every request a person can have open. */
const MOST = 20

/** What `EARLY_ANSWERS_SCRIPT` leaves on the window: stops listening and gives what it kept. */
const HANDOVER = "earlyWalletAnswers"

/**
 * The inline half, for the server's HTML: the extension may answer before any module of the page has run, and an event
 * that nobody hears is gone. Keeps answers until `keepEarlyAnswers` takes them over. Free of the characters that HTML
 * escapes, so that React can render it as text.
 */
export const EARLY_ANSWERS_SCRIPT = [
  `{const n=\`${INCOMING_EVENT}\`,k=[],`,
  `h=function({detail:d}){if(Object(d)===d)if(!(\`eventType\`in d))k.length==${MOST}||k.push(d)};`,
  `addEventListener(n,h);window.${HANDOVER}=function(){removeEventListener(n,h);return k}}`
].join("")

const keptBefore = (target: EventTarget): ReadonlyArray<unknown> => {
  const handOver: unknown = Reflect.get(target, HANDOVER)
  return typeof handOver === "function" ? handOver() : []
}

/**
 * The extension hands over an answer once, to those that listen. A page that fetches the connector late would miss what
 * comes before: this keeps it. What it gives back is called when the connector listens, and says all of it again.
 */
export const keepEarlyAnswers = (target: EventTarget): (() => void) => {
  const kept = [...keptBefore(target)]
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
