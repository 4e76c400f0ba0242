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
  /** What of the page is drawn for its links, without the origin. */
  readonly picture?: { readonly path: string; readonly alt: string } | undefined
}

/** Pixels (docs/product/publishing.md, 3.8.4). */
const PICTURE = { width: "1200", height: "630" }

/** Of a page without a picture of its own: the site's mark. */
const pictureMeta = (origin: string, picture: PublicPage["picture"]): Array<MetaDescriptor> =>
  picture === undefined
    ? [
        { name: "twitter:card", content: "summary" },
        { property: "og:image", content: `${origin}/icon-512.png` }
      ]
    : [
        { name: "twitter:card", content: "summary_large_image" },
        { property: "og:image", content: `${origin}${picture.path}` },
        { property: "og:image:type", content: "image/png" },
        { property: "og:image:width", content: PICTURE.width },
        { property: "og:image:height", content: PICTURE.height },
        { property: "og:image:alt", content: picture.alt }
      ]

/** What search engines and link previews read of a public page. */
export const publicMeta = ({ description, origin, path, picture, title }: PublicPage): Array<MetaDescriptor> => [
  pageTitle(title),
  { name: "description", content: description },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:site_name", content: APP_NAME },
  { property: "og:type", content: "website" },
  ...(origin === undefined
    ? []
    : [
        { property: "og:url", content: `${origin}${path}` },
        ...pictureMeta(origin, picture),
        { tagName: "link", rel: "canonical", href: `${origin}${path}` }
      ])
]
