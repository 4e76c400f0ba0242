import { Link, useLocation } from "@remix-run/react"
import { Tabs } from "~/components/base/parts/tabs"
import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { currentTab, insideTabs, secondRow } from "./tabs"

/** The eight tabs, and the second row inside the current one. */
export function TabRow({ frame }: { readonly frame: CommunityFrame }) {
  const { pathname } = useLocation()
  const here = currentTab(pathname)
  const second = here === undefined ? [] : secondRow(here.tab, frame.standing)
  return (
    <>
      <Tabs className="inside-tabs no-print" label="Community" current={here?.tab.name ?? ""}>
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
      </Tabs>
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
