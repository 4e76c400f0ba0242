import { Link } from "@remix-run/react"
import { Tabs } from "~/components/base/parts/tabs"
import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { type Here, insideTabs, secondRow } from "./tabs"

type Props = { readonly frame: CommunityFrame; readonly here: Here | undefined }

/** The tabs. */
export function TabRow({ frame, here }: Props) {
  return (
    <Tabs className="no-print" label="Community" current={here?.tab.name ?? ""}>
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
  )
}

/** The pages inside the current tab, where there are several. */
export function SecondRow({ frame, here }: Props) {
  const pages = here === undefined ? [] : secondRow(here.tab, frame.standing)
  return pages.length === 0 ? null : (
    <nav className="second-row no-print" aria-label={here?.tab.name}>
      {pages.map((page) => (
        <Link
          key={page.path}
          to={insidePath(frame.id, page.path)}
          prefetch="intent"
          aria-current={page === here?.page ? "page" : undefined}
        >
          {page.name}
        </Link>
      ))}
    </nav>
  )
}
