import { type ReactNode, useEffect, useRef, useState } from "react"
import type { HiddenEnds } from "./hidden-ends"
import { fitRow } from "./row-fit"

type Props = {
  readonly label: string
  /** Key of the current tab: a change scrolls it into view. */
  readonly current: string
  /** "second": tabs within a page that already has a row of tabs. */
  readonly lay?: "second"
  readonly className?: string
  readonly children: ReactNode
}

/** A row of tabs. On phones it scrolls: the current tab is scrolled into view, and an edge fades if it hides tabs. */
export function Tabs({ children, className, current, label, lay }: Props) {
  const row = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState<HiddenEnds>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another current tab is another place to scroll to
  useEffect(() => {
    return row.current === null ? undefined : fitRow(row.current, setHidden)
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
