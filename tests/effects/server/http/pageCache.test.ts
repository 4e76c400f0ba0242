import { assert, describe, it } from "vitest"
import {
  cachedPage,
  changesPages,
  isUnshared,
  lifeOfPage,
  matchesTag,
  PAGE_LIFE,
  takesEncoding
} from "~/effects/server/http/pageCache"
import { makePageCache, type RenderedPage } from "~/effects/server/http/pageCache.server"

const asked = (url: string, cookie?: string, method = "GET") => cachedPage({ method, url, cookie })
/** The page as it is in a response with this nonce. */
const shown = (page: RenderedPage | undefined, nonce = "") => page?.text.join(nonce)
const HTML = { "Content-Type": "text/html; charset=utf-8" }

const ALWAYS = { isFresh: () => true, refresh: () => Promise.resolve() }

/** A cache with a clock of its own, given placeholders, and a count of renderings. */
const world = ({ freshness = ALWAYS, salt = "" } = {}) => {
  let time = 0
  const rendered: Array<string> = []
  const makeGap = () => `gap-${rendered.length}-`
  const cache = makePageCache({ now: () => time, makeGap, maxBytes: 3_000, freshness, salt })
  const respond = (url: string, make: (gap: string) => Response | Promise<Response>, cookie?: string) =>
    cache.find({ method: "GET", url, cookie }, async ({ path, theme }, gap) => {
      rendered.push(`${theme} ${path}`)
      return make(gap)
    })
  return {
    cache,
    rendered,
    respond,
    page: (url: string, cookie?: string) =>
      respond(url, (gap) => new Response(`<script nonce="${gap}"></script>`, { headers: HTML }), cookie),
    later: (millis: number) => {
      time += millis
    }
  }
}

describe("the requests that share a page", () => {
  it("are those of visitors without a session for public pages, with their theme", () => {
    assert.deepStrictEqual(asked("/"), { path: "/", theme: "system" })
    assert.deepStrictEqual(asked("/explore/night-film", "theme=dark"), { path: "/explore/night-film", theme: "dark" })
    assert.deepStrictEqual(asked("/signup", "other=1; theme=light", "HEAD"), { path: "/signup", theme: "light" })
    assert.strictEqual(asked("/", "theme=<script>")?.theme, "system")
  })

  it("share the page of a vote for two seconds, and any other for a minute", () => {
    const vote = "/explore/night-film/proposals/17"
    assert.deepStrictEqual(asked(vote), { path: vote, theme: "system" })
    assert.strictEqual(lifeOfPage(vote), 2_000)
    assert.strictEqual(lifeOfPage("/explore/night-film"), PAGE_LIFE)
    for (const rest of ["?seq=5", "?review=abc", "/ballots.json", ".data", "0", "/"]) {
      const url = rest === "0" ? "/explore/night-film/proposals/0" : `${vote}${rest}`
      assert.strictEqual(asked(url), undefined, url)
    }
  })

  it("exclude sessions, queries, guarded pages, data, odd addresses and writes", () => {
    assert.strictEqual(asked("/", `__Host-session=${"a".repeat(64)}`), undefined)
    assert.strictEqual(asked("/", "theme=dark; __Host-browser=1"), undefined)
    for (const url of [
      "/?a",
      "/explore?q=1",
      "/userDashboard",
      "/explore.data",
      "/explore/a/b",
      "/explore/%61",
      "//"
    ]) {
      assert.strictEqual(asked(url), undefined, url)
    }
    assert.strictEqual(asked("/", undefined, "POST"), undefined)
  })

  it("are outdated by writes that visitors may see", () => {
    for (const url of ["/api/user/signup", "/support", "/local/clock", "/userDashboard/edit"]) {
      assert.isTrue(changesPages({ method: "POST", url }), url)
    }
    for (const url of ["/", "/?index", "/api/csp-report", "/api/wallet/session"]) {
      assert.isFalse(changesPages({ method: "POST", url }), url)
    }
    assert.isFalse(changesPages({ method: "GET", url: "/support" }))
  })

  it("exclude browsers with cookies for pages of their own", () => {
    for (const cookie of ["__Host-session=a", "theme=dark; __Host-browser=b"])
      assert.isTrue(isUnshared({ cookie }), cookie)
    for (const cookie of [undefined, "", "theme=dark"]) assert.isFalse(isUnshared({ cookie }))
  })

  it("match a condition by the tag, strong or weak, and by a star", () => {
    const tag = 'W/"abc"'
    for (const header of ['W/"abc"', '"abc"', '"x", W/"abc"', " * "]) assert.isTrue(matchesTag(header, tag), header)
    for (const header of [undefined, "", '"x"', "abc", '"abcd"']) assert.isFalse(matchesTag(header, tag), header)
  })

  it("get gzip only if they accept it", () => {
    assert.isTrue(takesEncoding("gzip", "br, GZIP;q=0.5"))
    for (const header of [undefined, "", "br", "gzip;q=0", "gzip; q=0.000", "xgzip"])
      assert.isFalse(takesEncoding("gzip", header))
  })
})

describe("the page cache", () => {
  it("gives two visitors one rendering and each a nonce of their own", async () => {
    const { page, rendered } = world()
    const first = shown(await page("/"), "one")
    const second = shown(await page("/"), "two")
    assert.deepStrictEqual([first, second], ['<script nonce="one"></script>', '<script nonce="two"></script>'])
    assert.deepStrictEqual(rendered, ["system /"])
  })

  it("stores one page for each theme, each for a minute", async () => {
    const { later, page, rendered } = world()
    await page("/", "theme=dark")
    await page("/", "theme=light")
    later(PAGE_LIFE - 1)
    await page("/", "theme=dark")
    assert.deepStrictEqual(rendered, ["dark /", "light /"])
    later(1)
    await page("/", "theme=dark")
    assert.deepStrictEqual(rendered, ["dark /", "light /", "dark /"])
  })

  it("is neither read nor filled by somebody with a session", async () => {
    const { page, rendered } = world()
    assert.strictEqual(await page("/", "__Host-session=a"), undefined)
    await page("/")
    assert.strictEqual(await page("/", "__Host-session=a"), undefined)
    assert.deepStrictEqual(rendered, ["system /"])
  })

  it("renders once for concurrent requests", async () => {
    const { respond, rendered } = world()
    let finish = (_: Response) => {}
    const slow = () => new Promise<Response>((resolve) => (finish = resolve))
    const all = [respond("/", slow), respond("/", slow), respond("/", slow)]
    finish(new Response("page", { headers: HTML }))
    for (const one of await Promise.all(all)) assert.strictEqual(shown(one), "page")
    assert.deepStrictEqual(rendered, ["system /"])
  })

  it("stores no error, no cookie, and only HTML; the first client gets the response all the same", async () => {
    const odd = [
      () => new Response("gone", { status: 404, headers: HTML }),
      () => new Response("hello", { headers: { ...HTML, "Set-Cookie": "a=b" } }),
      () => new Response("{}", { headers: { "Content-Type": "application/json" } })
    ]
    for (const make of odd) {
      const { respond, rendered } = world()
      const [first, waiting] = await Promise.all([respond("/", make), respond("/", make)])
      assert.strictEqual(first?.status, make().status)
      assert.strictEqual(waiting, undefined, "the router answers who waited")
      await respond("/", make)
      assert.strictEqual(rendered.length, 2)
    }
  })

  it("lets a failed rendering fail for its first client, and starts again", async () => {
    const { respond, page } = world()
    const failing = respond("/", () => Promise.reject(new TypeError("no")))
    const waiting = respond("/", () => Promise.reject(new TypeError("no")))
    assert.strictEqual(await failing.catch(String), "TypeError: no")
    assert.strictEqual(await waiting, undefined)
    assert.strictEqual((await page("/"))?.status, 200)
  })

  it("discards renderings that were finished or started before a change", async () => {
    const { respond, cache, page, rendered } = world()
    await page("/")
    cache.clear()
    let finish = (_: Response) => {}
    const before = respond("/", () => new Promise<Response>((resolve) => (finish = resolve)))
    cache.clear()
    const after = await respond("/", () => new Response("after", { headers: HTML }))
    finish(new Response("before", { headers: HTML }))
    await before
    assert.strictEqual(shown(after), "after")
    assert.strictEqual(shown(await page("/")), "after")
    assert.strictEqual(rendered.length, 3)
  })

  it("cannot be made to reveal a nonce by user text: an old placeholder is only text", async () => {
    const { respond, page, later } = world()
    await page("/")
    later(PAGE_LIFE)
    const again = await respond("/", (gap) => new Response(`<p>gap-0-</p><i nonce="${gap}">`, { headers: HTML }))
    assert.strictEqual(shown(again, "secret"), '<p>gap-0-</p><i nonce="secret">')
  })

  it("tags a page by its text without the nonce, and by whatever else the response depends on", async () => {
    const [one, other, salted] = [world(), world(), world({ salt: "another policy" })]
    await other.page("/price")
    const tags = await Promise.all([one, other, salted].map(async ({ page }) => (await page("/"))?.tag ?? "none"))
    assert.match(tags[0] ?? "", /^W\/"[0-9a-f]{32}"$/)
    assert.strictEqual(tags[0], tags[1])
    assert.notStrictEqual(tags[0], tags[2])
    const changed = await one.respond("/blog", () => new Response("other", { headers: HTML }))
    assert.notStrictEqual(changed?.tag, tags[0])
    const gone = await one.respond("/roadmap", () => new Response("gone", { status: 404, headers: HTML }))
    assert.isUndefined(gone?.tag)
  })

  it("checks that a cached page matches the database before it sends it", async () => {
    let [isFresh, checks] = [true, 0]
    const check = async () => {
      checks++
      cache.clear()
      isFresh = true
    }
    const { cache, page, rendered } = world({ freshness: { isFresh: () => isFresh, refresh: check } })
    await page("/")
    isFresh = false
    assert.isUndefined(cache.cached({ method: "GET", url: "/", cookie: undefined }))
    await page("/")
    assert.deepStrictEqual([rendered.length, checks], [2, 1])
    assert.isDefined(cache.cached({ method: "GET", url: "/", cookie: undefined }))
    // A request for the router queries nothing.
    isFresh = false
    await page("/", "__Host-session=a")
    assert.strictEqual(checks, 1)
  })

  it("stays below its bound by evicting the oldest pages", async () => {
    const { respond, rendered } = world()
    const big = () => new Response("x".repeat(1_200), { headers: HTML })
    for (const path of ["/", "/price", "/blog", "/blog", "/"]) await respond(path, big)
    assert.deepStrictEqual(rendered, ["system /", "system /price", "system /blog", "system /"])
  })
})
