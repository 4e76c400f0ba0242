/** Titles and descriptions of pages, in one form (docs/product/publishing.md, 3.8, 4.1). */
import type { MetaDescriptor } from "@remix-run/react"
import { APP_NAME } from "~/effects/base/settings/product"

/** "Edit profile · Commonhold": the most particular first. */
export const pageTitle = (...parts: ReadonlyArray<string>): MetaDescriptor => ({
  title: [...parts, APP_NAME].join(" · ")
})

interface PublicPage {
  readonly title: string
  readonly description: string
  /** Where the page lives, without the site's origin. */
  readonly path: string
  /** Of the root's data; absent when the root could not load. */
  readonly origin: string | undefined
}

/** What search engines and link previews read of a public page. */
export const publicMeta = ({ description, origin, path, title }: PublicPage): Array<MetaDescriptor> => [
  pageTitle(title),
  { name: "description", content: description },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:site_name", content: APP_NAME },
  { property: "og:type", content: "website" },
  { name: "twitter:card", content: "summary" },
  ...(origin === undefined
    ? []
    : [
        { property: "og:url", content: `${origin}${path}` },
        { property: "og:image", content: `${origin}/icon-512.png` },
        { tagName: "link", rel: "canonical", href: `${origin}${path}` }
      ])
]
