/** Clicks before hydration (queued by early-scripts.ts), repeated once the page responds. */
import { isAwake } from "./is-awake"
import type { Asleep } from "./waking"

/** Buttons of parts that hydrate after the page (later.tsx): clicks on them are queued meanwhile, too. */
const later = new Set<Element>()

const hold = (asleep: Asleep) => (event: Event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("button[type=button]") : null
  if (button === null || !later.has(button)) return
  event.preventDefault()
  event.stopPropagation()
  if (!asleep.held.includes(button)) asleep.held.push(button)
}

/** Hydration has failed: from now on the browser sends forms natively, as without scripts. */
export const giveBack = ({ held, release }: Asleep): void => {
  release()
  for (const button of held.splice(0)) {
    button.removeAttribute("aria-busy")
    if (button.matches("[type=submit]")) button.click()
  }
}

/** Called when the page, or a part of it, has hydrated. */
export const repeatPresses = (asleep: Asleep): (() => void) => {
  const holdHere = hold(asleep)
  let isFirst = true
  return () => {
    if (isFirst) {
      isFirst = false
      asleep.release()
      for (const button of document.querySelectorAll("button")) {
        if (asleep.isSent(button) && !isAwake(button)) later.add(button)
      }
      if (later.size > 0) addEventListener("click", holdHere, true)
    }
    for (const button of later) if (isAwake(button) || !button.isConnected) later.delete(button)
    if (later.size === 0) removeEventListener("click", holdHere, true)
    const ready = asleep.held.filter((button) => !later.has(button))
    asleep.held.splice(0, asleep.held.length, ...asleep.held.filter((button) => later.has(button)))
    for (const button of ready) {
      button.removeAttribute("aria-busy")
      button.click()
    }
  }
}
