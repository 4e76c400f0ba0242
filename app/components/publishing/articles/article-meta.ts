/** Metadata of content pages for search engines and link previews. */
import type { MetaDescriptor } from "@remix-run/react"
import { publicMeta } from "~/components/base/site/page-meta"
import type { SiteData } from "~/effects/publishing/site/SiteData"

type Matches = ReadonlyArray<{ readonly id: string; readonly data?: unknown } | undefined>

interface Page {
  readonly title: string
  readonly summary: string
  /** Alt text of the preview picture at `{path}/picture.png`; absent for a page without one. */
  readonly pictureAlt?: string
}

/** `page` is absent when the page's own loader failed. */
export const articleMeta = (matches: Matches, path: string, page: Page | undefined): Array<MetaDescriptor> => {
  if (page === undefined)
    return publicMeta({ title: "This page does not exist", description: "", path, origin: undefined })
  const root = matches.find((match) => match?.id === "root")?.data as SiteData | undefined // type of the root loader's data
  const { pictureAlt: alt, summary: description, title } = page
  const picture = alt === undefined ? undefined : { path: `${path}/picture.png`, alt }
  return publicMeta({ title, description, path, picture, origin: root?.origin })
}
