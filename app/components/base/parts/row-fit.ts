/** Keeps a scrolling row in order: scrolls its current item into view, and marks the ends that hide content. */
import { type HiddenEnds, hiddenEnds } from "./hidden-ends"

/** Centres the current item. Scrolls only the row: `scrollIntoView` would move the page too. */
const showCurrent = (row: HTMLElement) => {
  const current = row.querySelector<HTMLElement>("[aria-current]")
  if (current !== null)
    row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}

/** Returns a function that stops it. */
export const fitRow = (row: HTMLElement, report: (hidden: HiddenEnds | undefined) => void): (() => void) => {
  const check = () => report(hiddenEnds(row))
  let width: number | undefined
  const fit = () => {
    // A changing number must not move the row under a finger; rotating a phone may.
    if (row.clientWidth !== width) showCurrent(row)
    width = row.clientWidth
    check()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(row)
  for (const each of row.children) observer.observe(each)
  row.addEventListener("scroll", check, { passive: true })
  return () => {
    observer.disconnect()
    row.removeEventListener("scroll", check)
  }
}
