/** Titles inside a community: "{item} · {community} · {APP_NAME}" (docs/product/publishing.md). */
import type { MetaDescriptor } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import { INSIDE } from "~/components/base/site/use-frame"

interface Matched {
  readonly id: string
  readonly data?: unknown
}

const nameIn = (data: unknown): string | undefined =>
  typeof data === "object" && data !== null && "name" in data && typeof data.name === "string" ? data.name : undefined

/**
 * For the `meta` of pages inside a community: `({ data, matches }) => [insideTitle(matches, data?.item ??
 * "Discussion")]`. Without an item it returns the community's own title.
 */
export const insideTitle = (
  matches: ReadonlyArray<Matched | undefined>,
  ...items: ReadonlyArray<string>
): MetaDescriptor => {
  const name = nameIn(matches.find((match) => match?.id === INSIDE)?.data)
  return pageTitle(...items, ...(name === undefined ? [] : [name]))
}
