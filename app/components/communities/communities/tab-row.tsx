import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Menu } from "~/components/base/parts/menu"
import { Tabs } from "~/components/base/parts/tabs"
import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { type Here, insideTabs, secondRow, type Tab } from "./tabs"

type Props = { readonly frame: CommunityFrame; readonly here: Here | undefined }

/**
 * The tabs. On a phone, five are in the row and the others in a menu, which is marked when it contains the current tab.
 */
export function TabRow({ frame, here }: Props) {
  const isInMenu = here?.tab.isFolded === true
  const link = (tab: Tab) => (
    <Link
      key={tab.name}
      to={insidePath(frame.id, tab.pages[0].path)}
      prefetch="intent"
      data-folded={tab.isFolded}
      aria-current={tab === here?.tab ? (here.page === tab.pages[0] ? "page" : "true") : undefined}
    >
      {tab.name}
    </Link>
  )
  return (
    <div className="tab-row no-print">
      <Tabs label="Community" current={here?.tab.name ?? ""}>
        {insideTabs.map(link)}
      </Tabs>
      <nav className="tab-row__more" aria-label="More tabs" data-current={isInMenu}>
        <Menu
          summary={
            <>
              More
              {isInMenu && <span className="visually-hidden">, current: {here.tab.name}</span>}
              <Icon name="down" />
            </>
          }
        >
          <div className="menu__links">{insideTabs.filter(({ isFolded }) => isFolded === true).map(link)}</div>
        </Menu>
      </nav>
    </div>
  )
}

/** The pages of the current tab, if it has several. */
export function SecondRow({ frame, here }: Props) {
  const pages = here === undefined ? [] : secondRow(here.tab, frame.communityRole)
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
