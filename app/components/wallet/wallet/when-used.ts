/** What people do before they press anything: a mouse moves, a finger touches or scrolls, a key is pressed. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"]

/**
 * Runs a job at the first sign that somebody uses the page, and not where it is only read by a machine or lies in a tab
 * behind others. Without a network the signs are not heard: the next one after it is back counts. The answer calls it off.
 */
export const whenUsed = (job: () => void): (() => void) => {
  const forget = () => {
    for (const sign of SIGNS) removeEventListener(sign, used, true)
  }
  const used = () => {
    if (!navigator.onLine) return
    forget()
    job()
  }
  for (const sign of SIGNS) addEventListener(sign, used, true)
  return forget
}
