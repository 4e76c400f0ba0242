/** First signs of use before any click: a mouse moves, a finger touches or scrolls, a key is pressed. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"]
/** Captured before the page's own listeners, which may stop an event, and passive so that scrolling is not delayed. */
const EARLY = { capture: true, passive: true }

/**
 * Runs a job at the first sign that a person uses the page, but not for crawlers or background tabs. Offline, signs are
 * ignored until the network is back. Returns a function that cancels it.
 */
export const whenUsed = (job: () => void): (() => void) => {
  const forget = () => {
    for (const sign of SIGNS) removeEventListener(sign, used, EARLY)
  }
  const used = () => {
    if (!navigator.onLine) return
    forget()
    job()
  }
  for (const sign of SIGNS) addEventListener(sign, used, EARLY)
  return forget
}
