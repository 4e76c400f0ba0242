import { Link, useMatches } from "@remix-run/react"
import { type ReactNode, useState } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Seal } from "~/components/base/parts/seal"
import { StateChip } from "~/components/base/parts/state-chip"
import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { TabRow } from "./tab-row"
import type { Here } from "./tabs"

/**
 * A page about one thing returns its name as `item` from its loader; it becomes the last crumb
 * (docs/product/publishing.md).
 */
const itemIn = (data: unknown): string | undefined =>
  typeof data === "object" && data !== null && "item" in data && typeof data.item === "string" && data.item !== ""
    ? data.item
    : undefined

/** The crumbs below the community: {tab} › {page of the tab} › {item}. */
const useCrumbs = (here: Here | undefined): ReadonlyArray<string> => {
  const item = itemIn(useMatches().at(-1)?.data)
  return [
    ...(here === undefined ? [] : [here.tab.name]),
    ...(here === undefined || here.page === here.tab.pages[0] ? [] : [here.page.name]),
    ...(item === undefined ? [] : [item])
  ]
}

type Props = {
  readonly frame: CommunityFrame
  readonly here: Here | undefined
  readonly joining?: ReactNode
}

/**
 * The community in one line: emblem, name, tabs. The name and the tabs already link to every level of the breadcrumb,
 * so the breadcrumb itself is for screen readers only.
 */
export function CompactHead({ frame, here, joining }: Props) {
  const crumbs = useCrumbs(here)
  // Leaving is offered on the overview only. Joining stays here after it is done, so that its result shows where the
  // button was.
  const [wasOutside] = useState(frame.role === null)
  return (
    <div className="inside-head no-print">
      <div className="wrap">
        <div className="inside-head__where">
          <nav aria-label="You are here">
            <Link className="inside-head__name" to={insidePath(frame.id)} prefetch="intent">
              <Seal community={frame} />
              <span>{frame.name}</span>
            </Link>
            {(frame.stage === "draft" || frame.stage === "archived") && (
              <StateChip state="warn" mark="seal" word={frame.stage === "draft" ? "Draft" : "Archived"} />
            )}
            <span className="visually-hidden">{crumbs.join(" › ")}</span>
          </nav>
          <Link className="inside-head__search" to={insidePath(frame.id, "search")} aria-label={`Search ${frame.name}`}>
            <Icon name="search" />
          </Link>
        </div>
        {wasOutside && joining}
        <TabRow frame={frame} here={here} />
      </div>
    </div>
  )
}
