/**
 * Checks the internal links of articles: pages and anchors that exist. Pure; a broken link is reported as a problem of
 * its file at build time.
 */

import { isOutside } from "~/effects/base/text/markdown/hrefs"
import { headingsOf, linksOf } from "~/effects/base/text/markdown/Tree"
import type { Article, Library } from "./Article"

/** Public pages in the order of the site map; the sitemap lists them. Add a page here when it is released. */
export const PUBLIC_PAGES = [
  "/",
  "/explore",
  "/search",
  "/community",
  "/ourstory",
  "/catalystsuite",
  "/price",
  "/support",
  "/roadmap",
  "/blog",
  "/resources",
  "/developers",
  "/verify",
  "/privacypolicy",
  "/termsandcondition"
] as const

/** Pages that articles may link to and that are not for search engines. */
const OTHER_PAGES = ["/signup", "/userDashboard", "/userDashboard/edit", "/blog/feed.xml", "/licences.txt"]

/** Anchors that a page's component adds to those of its text. */
const PAGE_ANCHORS: Readonly<Record<string, ReadonlyArray<string>>> = { "/support": ["check", "contact"] }

const anchorsOf = (article: Article) => headingsOf(article.tree).map(({ id }) => id)

export const linkProblems = (library: Library): ReadonlyArray<string> => {
  const { guides, pages, posts, roadmap, support } = library
  const items = [...roadmap.now, ...roadmap.next, ...roadmap.later, ...roadmap.done].map(({ id }) => id)
  const articles: ReadonlyArray<readonly [path: string, article: Article]> = [
    ...Object.entries(pages).map(([id, page]) => [`/${id}`, page] as const),
    ...[...posts, ...guides].map((article) => [`/resources/${article.id}`, article] as const),
    ["/support", support],
    ["/roadmap", roadmap]
  ]
  const anchors = new Map<string, ReadonlyArray<string>>(
    [...PUBLIC_PAGES, ...OTHER_PAGES].map((path) => [path, PAGE_ANCHORS[path] ?? []])
  )
  for (const [path, article] of articles) anchors.set(path, [...(anchors.get(path) ?? []), ...anchorsOf(article)])
  anchors.set("/roadmap", [...(anchors.get("/roadmap") ?? []), ...items])

  return articles.flatMap(([from, article]) =>
    linksOf(article.tree).flatMap((href) => {
      if (isOutside(href)) return []
      const url = new URL(href, `https://own.invalid${from}`)
      const target = anchors.get(url.pathname)
      const anchor = url.hash.slice(1)
      if (target === undefined) return [`${from}: links to ${href}, which is not a page`]
      return anchor === "" || target.includes(anchor) ? [] : [`${from}: links to ${href}, which has no such anchor`]
    })
  )
}
