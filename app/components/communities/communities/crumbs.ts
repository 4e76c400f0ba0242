import { useMatches } from "@remix-run/react"
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
export const useCrumbs = (here: Here | undefined): ReadonlyArray<string> => {
  const item = itemIn(useMatches().at(-1)?.data)
  return [
    ...(here === undefined ? [] : [here.tab.name]),
    ...(here === undefined || here.page === here.tab.pages[0] ? [] : [here.page.name]),
    ...(item === undefined ? [] : [item])
  ]
}
