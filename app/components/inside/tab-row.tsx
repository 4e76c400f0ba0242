import { Link, useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import type { CommunityFrame } from "~/effects/communities/frame"
import { insidePath } from "./inside-path"
import { currentTab, insideTabs, secondRow } from "./tabs"

/** On phones the row scrolls: the current tab comes into view, and the page stays where it is. */
function useCurrentInView(path: string) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page makes another tab the current one
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]")
    if (row.current === null || current === null || current === undefined) return
    row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft
  }, [path])
  return row
}

/** The eight tabs, and the second row inside the current one. */
export function TabRow({ frame }: { readonly frame: CommunityFrame }) {
  const { pathname } = useLocation()
  const here = currentTab(pathname)
  const row = useCurrentInView(here?.tab.name ?? "")
  const second = here === undefined ? [] : secondRow(here.tab, frame.standing)
  return (
    <>
      <nav className="tabs inside-tabs no-print" aria-label="Community" ref={row}>
        {insideTabs.map((tab) => (
          <Link
            key={tab.name}
            to={insidePath(frame.id, tab.pages[0].path)}
            prefetch="intent"
            aria-current={tab === here?.tab ? (here.page === tab.pages[0] ? "page" : "true") : undefined}
          >
            {tab.name}
          </Link>
        ))}
      </nav>
      {here !== undefined && second.length > 0 && (
        <nav className="second-row no-print" aria-label={here.tab.name}>
          {second.map((page) => (
            <Link
              key={page.path}
              to={insidePath(frame.id, page.path)}
              prefetch="intent"
              aria-current={page === here.page ? "page" : undefined}
            >
              {page.name}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}
