/** What people do before they press anything: a mouse moves, a finger touches or scrolls, a key is pressed. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"]
/** Before the page's own listeners, which may stop an event, and never in the way of scrolling. */
const EARLY = { capture: true, passive: true }

/**
 * Runs a job at the first sign that somebody uses the page, and not where it is only read by a machine or lies in a tab
 * behind others. Without a network the signs are not heard: the next one after it is back counts. The answer calls it off.
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
