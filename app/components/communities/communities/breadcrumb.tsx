import { Link, useLocation, useMatches } from "@remix-run/react"
import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { currentTab } from "./tabs"

interface Crumb {
  readonly name: string
  readonly to: string
}

/**
 * A page about one thing returns its name as `item` from its loader: the last crumb (docs/product/publishing.md, 4.1).
 */
const itemIn = (data: unknown): string | undefined =>
  typeof data === "object" && data !== null && "item" in data && typeof data.item === "string" && data.item !== ""
    ? data.item
    : undefined

/** Explore › {community} › {tab} › {item}; on phones one step back. */
export function Breadcrumb({ frame }: { readonly frame: CommunityFrame }) {
  const { pathname } = useLocation()
  const item = itemIn(useMatches().at(-1)?.data)
  const here = currentTab(pathname)
  const crumbs: ReadonlyArray<Crumb> = [
    { name: "Explore", to: "/explore" },
    { name: frame.name, to: insidePath(frame.id) },
    ...(here === undefined || here.page.path === ""
      ? []
      : [{ name: here.tab.name, to: insidePath(frame.id, here.tab.pages[0].path) }]),
    ...(here !== undefined && here.page !== here.tab.pages[0]
      ? [{ name: here.page.name, to: insidePath(frame.id, here.page.path) }]
      : []),
    ...(item === undefined ? [] : [{ name: item, to: "" }])
  ]
  return (
    <nav className="where no-print" aria-label="You are here">
      <ol className="breadcrumb" data-short>
        {crumbs.map(({ name, to }, index) => (
          <li key={`${to}${name}`}>
            {index === crumbs.length - 1 ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
