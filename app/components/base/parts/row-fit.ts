/** A row that scrolls, kept as it should stand: its current place in view, and what its ends hide told. */
import { type HiddenEnds, hiddenEnds } from "./hidden-ends"

/** The current one into the middle. Only the row moves: `scrollIntoView` would move the page too. */
const showCurrent = (row: HTMLElement) => {
  const current = row.querySelector<HTMLElement>("[aria-current]")
  if (current !== null)
    row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}

/** Answers how to stop. */
export const fitRow = (row: HTMLElement, tell: (hidden: HiddenEnds | undefined) => void): (() => void) => {
  const look = () => tell(hiddenEnds(row))
  let width: number | undefined
  const fit = () => {
    // A number that changes must not take the row from under a finger; a phone that is turned may.
    if (row.clientWidth !== width) showCurrent(row)
    width = row.clientWidth
    look()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(row)
  for (const each of row.children) observer.observe(each)
  row.addEventListener("scroll", look, { passive: true })
  return () => {
    observer.disconnect()
    row.removeEventListener("scroll", look)
  }
}
