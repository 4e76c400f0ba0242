/** Responses with the library's machine-readable documents. */
import { SqlClient } from "@effect/sql"
import { Clock, DateTime, Duration, Effect, Schema, Stream } from "effect"
import { findAll } from "~/effects/base/db/statements.server"
import { AT_ONCE, type Parts, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { bodyInParts } from "~/effects/base/remix/download.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { Library } from "../Article"
import { Articles } from "../Articles.server"
import { atomFeed, xmlText } from "../documents/atom"
import { PUBLIC_PAGES } from "../links"

/** A sitemap may contain 50,000 addresses (sitemaps.org 0.9), including the site's own pages. */
const MOST = 45_000

const Key = Schema.Struct({ createdAt: Schema.Number, id: Schema.String })

/** Communities of the directory, newest first. `listed` means visible without signing in (visibility.ts). */
const publicSlugs: Effect.Effect<Parts<string>, never, SqlClient.SqlClient> = Effect.map(SqlClient.SqlClient, (sql) => {
  const listed = findAll({
    Request: Key,
    Result: Schema.Struct({ slug: Schema.String, ...Key.fields }),
    execute: ({ createdAt, id }) => sql`SELECT slug, created_at, id FROM communities
        WHERE listed = 1 AND (created_at, id) < (${createdAt}, ${id})
        ORDER BY created_at DESC, id DESC LIMIT ${AT_ONCE}`
  })
  const pages = readInPages({ createdAt: Number.MAX_SAFE_INTEGER, id: "" }, (after) =>
    Effect.map(listed(after), (rows) => pageOf(rows, AT_ONCE, ({ createdAt, id }) => ({ createdAt, id })))
  )
  return Stream.map(Stream.take(pages, MOST / AT_ONCE), (rows) => rows.map(({ slug }) => slug))
})

const HOUR_S = 3_600
/** RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_TEXT_LIFE = Duration.days(180)

const text = (type: string, body: BodyInit) =>
  new Response(body, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": `public, max-age=${HOUR_S}` }
  })

/** Posts have days; a feed needs instants. */
const startOf = (day: string) => `${day}T00:00:00Z`

export const blogFeed = Effect.gen(function* () {
  const { posts } = yield* Articles
  const { appOrigin } = yield* Settings
  return text(
    "application/atom+xml",
    atomFeed({
      title: `${APP_NAME}: blog`,
      subtitle: "What we built, why, and what went wrong.",
      author: APP_NAME,
      url: `${appOrigin}/blog`,
      self: `${appOrigin}/blog/feed.xml`,
      since: "2026-11-20T00:00:00Z",
      entries: posts.map(({ date, id, summary, tags, title, updated }) => ({
        title,
        summary,
        url: `${appOrigin}/resources/${id}`,
        published: startOf(date),
        updated: startOf(updated),
        categories: tags
      }))
    })
  )
})

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
const sitemap = (origin: string, library: Library) => {
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
const robots = (origin: string): string =>
  [
    "User-agent: *",
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    ""
  ].join("\n")

/** RFC 9116. `expires` is an instant less than a year ahead. */
const securityText = (origin: string, expires: string): string =>
  [
    `Contact: ${origin}/support?topic=other#contact`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    ""
  ].join("\n")

export const siteMap = Effect.gen(function* () {
  const library = yield* Articles
  const { appOrigin } = yield* Settings
  const { begin, communities, end } = sitemap(appOrigin, library)
  const parts = Stream.make(begin).pipe(
    Stream.concat(Stream.map(yield* publicSlugs, communities)),
    Stream.concat(Stream.make(end))
  )
  return text("application/xml", yield* bodyInParts(parts))
})

export const robotsText = Effect.map(Settings, ({ appOrigin }) => text("text/plain", robots(appOrigin)))

export const securityContact = Effect.gen(function* () {
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const expires = DateTime.unsafeMake(now + Duration.toMillis(SECURITY_TEXT_LIFE))
  return text("text/plain", securityText(appOrigin, DateTime.formatIso(expires)))
})
