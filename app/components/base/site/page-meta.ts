/** Titles and descriptions of pages, in one form (docs/product/publishing.md). */
import type { MetaDescriptor } from "@remix-run/react"
import { APP_NAME } from "~/effects/base/settings/product"

/** "Edit profile · Commonhold": the most specific first. */
export const pageTitle = (...parts: ReadonlyArray<string>): MetaDescriptor => ({
  title: [...parts, APP_NAME].join(" · ")
})

interface PublicPage {
  readonly title: string
  readonly description: string
  /** Canonical path of the page, without the site's origin. */
  readonly path: string
  /** From the root's data; absent if the root could not load. */
  readonly origin: string | undefined
  /** Preview picture of links to the page, without the origin. */
  readonly picture?: { readonly path: string; readonly alt: string } | undefined
}

/** Pixels (docs/product/publishing.md). */
const PICTURE = { width: "1200", height: "630" }

/** Default preview picture: the site's logo. */
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

/** Metadata of a public page for search engines and link previews. */
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
