/** Documents that crawlers request first: sitemap, robots.txt and security.txt. Pure. */
import type { Library } from "../Article"
import { PUBLIC_PAGES } from "../links"
import { xmlText } from "./xml"

/** Pages behind the sign-in gate, and paths that are not pages. */
const NOT_FOR_CRAWLERS = [
  "/api/",
  "/community/detail/",
  "/create",
  "/exploreDao/",
  "/local/",
  "/myCommunities",
  "/userDashboard"
]

/**
 * Sitemap (sitemaps.org 0.9) of all public pages, with the day of the last change where known. Returned in parts: the
 * start with the site's own pages, lines of communities by slug, and the end.
 */
export const sitemap = (origin: string, library: Library) => {
  const { guides, pages, posts, roadmap, support } = library
  const days = new Map<string, string>([
    ...Object.entries(pages).map(([id, page]) => [`/${id}`, page.updated] as const),
    ["/support", support.updated],
    ["/roadmap", roadmap.updated],
    ...[...guides, ...posts].map(({ id, updated }) => [`/resources/${id}`, updated] as const)
  ])
  const paths = [...new Set([...PUBLIC_PAGES, ...days.keys()])]
  const entry = (path: string) => {
    const day = days.get(path)
    const lastmod = day === undefined ? "" : `<lastmod>${day}</lastmod>`
    return `<url><loc>${xmlText(`${origin}${path}`)}</loc>${lastmod}</url>\n`
  }
  return {
    begin: `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map(entry).join("")}`,
    communities: (slugs: ReadonlyArray<string>) => slugs.map((slug) => entry(`/explore/${slug}`)).join(""),
    end: "</urlset>\n"
  }
}

/** RFC 9309. */
export const robots = (origin: string): string =>
  [
    "User-agent: *",
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    ""
  ].join("\n")

/** RFC 9116. `expires` is an instant less than a year ahead. */
export const securityText = (origin: string, expires: string): string =>
  [
    `Contact: ${origin}/support?topic=other#contact`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    ""
  ].join("\n")
