/** Responses with the library's machine-readable documents. */
import { Clock, DateTime, Duration, Effect, Stream } from "effect"
import { bodyInParts } from "~/effects/base/remix/download.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { publicSlugs } from "~/effects/publishing/site/pages/publicSlugs.server"
import { Articles } from "../Articles.server"
import { atomFeed } from "../documents/atom"
import { robots, securityText, sitemap } from "../documents/crawlers"

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
