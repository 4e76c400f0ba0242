import { type ReactNode, useEffect, useRef, useState } from "react"
import { type HiddenEnds, hiddenEnds } from "./hidden-ends"

type Props = {
  readonly label: string
  /** Names the current tab: another one is scrolled into view. */
  readonly current: string
  /** "second": tabs within a page that has a row of tabs already. */
  readonly lay?: "second"
  readonly className?: string
  readonly children: ReactNode
}

/** The current tab into the middle. Only the row moves: `scrollIntoView` would move the page too. */
const showCurrent = (nav: HTMLElement) => {
  const tab = nav.querySelector<HTMLElement>("[aria-current]")
  if (tab !== null) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
}

/** A row of tabs. On phones it scrolls: the current tab comes into view, and an edge fades where there is more. */
export function Tabs({ children, className, current, label, lay }: Props) {
  const row = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState<HiddenEnds>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another current tab is another place to scroll to
  useEffect(() => {
    const nav = row.current
    if (nav === null) return
    const look = () => setHidden(hiddenEnds(nav))
    let width: number | undefined
    const fit = () => {
      // A number that changes must not take the row from under a finger; a phone that is turned may.
      if (nav.clientWidth !== width) showCurrent(nav)
      width = nav.clientWidth
      look()
    }
    const observer = new ResizeObserver(fit)
    observer.observe(nav)
    for (const tab of nav.children) observer.observe(tab)
    nav.addEventListener("scroll", look, { passive: true })
    return () => {
      observer.disconnect()
      nav.removeEventListener("scroll", look)
    }
  }, [current])

  return (
    <nav
      className={className === undefined ? "tabs" : `tabs ${className}`}
      data-lay={lay}
      data-hidden={hidden}
      aria-label={label}
      ref={row}
    >
      {children}
    </nav>
  )
}
