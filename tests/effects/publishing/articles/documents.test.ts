import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { atomFeed, xmlText } from "~/effects/publishing/articles/documents/atom"
import { PUBLIC_PAGES } from "~/effects/publishing/articles/links"
import { blogFeed, robotsText, securityContact, siteMap } from "~/effects/publishing/articles/pages/documents.server"
import { world as communities, found } from "../../communities/communities/world"
import { settings, TODAY } from "../../people/signup/world"
import { visit } from "../dashboard/visits"

const Live = Layer.merge(Articles.layer, settings({ appOrigin: "https://site.example" }))
const WithCommunities = Layer.merge(
  Live,
  communities(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))
)
const read = <E, R>(document: Effect.Effect<Response, E, R>) =>
  Effect.flatMap(visit("/", document), ({ value: response }) =>
    Effect.map(
      Effect.promise(() => response.text()),
      (text) => ({ text, type: response.headers.get("Content-Type") })
    )
  )

describe("the Atom feed", () => {
  it.effect("contains every post with absolute addresses and instants (RFC 4287)", () =>
    Effect.gen(function* () {
      const { text, type } = yield* read(blogFeed)
      assert.strictEqual(type, "application/atom+xml; charset=utf-8")
      const { posts } = yield* Articles
      assert.strictEqual(text.split("<entry>").length - 1, posts.length)
      for (const { id } of posts) assert.include(text, `<id>https://site.example/resources/${id}</id>`)
      assert.include(text, '<link rel="self" href="https://site.example/blog/feed.xml"/>')
      for (const [, instant = ""] of text.matchAll(/<(?:updated|published)>([^<]*)</g)) {
        assert.strictEqual(new Date(instant).toISOString().replace(".000", ""), instant)
      }
    }).pipe(Effect.provide(Live))
  )

  it("cannot be broken by a title, and is as new as its newest entry", () => {
    const entry = {
      title: "</title><script>\u0000&\ud800",
      url: 'https://site.example/"x"',
      summary: "a < b",
      published: "2026-11-20T00:00:00Z",
      updated: "2026-11-22T00:00:00Z",
      categories: ['"/><x y="']
    }
    const feed = atomFeed({
      title: "T",
      subtitle: "S",
      author: "A",
      url: "https://site.example/blog",
      self: "https://site.example/blog/feed.xml",
      since: "2026-11-21T00:00:00Z",
      entries: [entry]
    })
    assert.include(feed, "<title>&lt;/title&gt;&lt;script&gt;&amp;</title>")
    assert.include(feed, '<category term="&quot;/&gt;&lt;x y=&quot;"/>')
    assert.include(feed, "<updated>2026-11-22T00:00:00Z</updated>\n<link")
    assert.strictEqual(xmlText("line\nbreak\tand 😀"), "line\nbreak\tand 😀")
  })
})

describe("documents for crawlers", () => {
  it.effect("list every public page, article and listed community once in the sitemap", () =>
    Effect.gen(function* () {
      yield* found({ slug: "garden" })
      yield* found({ slug: "secret-room", visibility: "private" })
      yield* found({ slug: "by-link", visibility: "unlisted" })
      yield* found({ slug: "not-yet", stage: "draft" })
      const { text } = yield* read(siteMap)
      const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
      assert.strictEqual(new Set(addresses).size, addresses.length)
      for (const path of PUBLIC_PAGES) assert.include(addresses, `https://site.example${path}`)
      assert.include(addresses, "https://site.example/resources/bonds-plain")
      const { guides, posts } = yield* Articles
      assert.deepStrictEqual(
        addresses.filter((address) => address?.includes("/explore/")),
        ["https://site.example/explore/garden"]
      )
      assert.strictEqual(addresses.length, PUBLIC_PAGES.length + guides.length + posts.length + 1)
    }).pipe(Effect.provide(WithCommunities))
  )

  it.effect("exclude guarded routes in robots.txt, and nothing in the sitemap", () =>
    Effect.gen(function* () {
      const { text } = yield* read(robotsText)
      const refused = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path)
      const isRefused = (path: string) => refused.some((start) => path.startsWith(start))
      const guarded = [
        "/userDashboard/edit",
        "/myCommunities",
        "/create",
        "/exploreDao/a/deploy",
        "/community/detail/a/members"
      ]
      for (const path of guarded) assert.isTrue(isRefused(path), path)
      const { text: map } = yield* read(siteMap)
      for (const [, path = ""] of map.matchAll(/<loc>https:\/\/site.example([^<]*)</g))
        assert.isFalse(isRefused(path), path)
      assert.include(text, "Sitemap: https://site.example/sitemap.xml")
    }).pipe(Effect.provide(WithCommunities))
  )

  it.effect("name a contact in security.txt, which expires in less than a year (RFC 9116)", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { text, type } = yield* read(securityContact)
      assert.strictEqual(type, "text/plain; charset=utf-8")
      assert.match(text, /^Contact: https:\/\/site\.example\/support/m)
      const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "")
      assert.isAbove(expires, TODAY)
      assert.isBelow(expires, TODAY + 365 * 86_400_000)
    }).pipe(Effect.provide(Live))
  )
})
