import { FastCheck } from "effect"
import { assert, describe, it } from "vitest"
import { assetsOf, escaped, marked, momentOf, offlinePage, titleOf } from "../../app/worker/offlinePage"
import { readNotice } from "../../app/worker/readNotice"
import { keyOf, MAX_BYTES, MAX_PAGES, mayStore, surplusOf } from "../../app/worker/rules"

const SITE = "https://commons.example"

describe("pages for reading offline", () => {
  it("are those that people are likely to open again", () => {
    for (const path of [
      "/",
      "/explore",
      "/explore/night-film/proposals/1",
      "/community/detail/abc/discussion?thread=3#c4",
      "/userDashboard?tab=notifications"
    ]) {
      assert.isTrue(mayStore(`${SITE}${path}`, SITE), path)
    }
  })

  it("exclude secrets, forms, files, endpoints and other people's pages", () => {
    for (const path of [
      "/api/exports/me",
      "/api",
      "/local/mailbox",
      "/files/a.png",
      "/leave/abc",
      "/calendar/secret.ics",
      "/operator",
      "/operator/find",
      "/signup",
      "/userDashboard/edit?tab=email",
      "/create",
      "/community/detail/abc/invitation?invite=secret",
      "/community/detail/abc?invite=secret",
      "/explore/a/proposals/1/ballots.json",
      "/explore?q=words",
      `/${"a".repeat(400)}`
    ]) {
      assert.isFalse(mayStore(`${SITE}${path}`, SITE), path)
    }
    assert.isFalse(mayStore("https://other.example/explore", SITE))
    assert.isFalse(mayStore("https://ana:pw@commons.example/", SITE))
    assert.isFalse(mayStore("no address", SITE))
    assert.strictEqual(keyOf(`${SITE}/a?tab=b#c`), `${SITE}/a?tab=b`)
  })

  it("are bounded in number and bytes, and the newest stay", () => {
    const pages = FastCheck.array(FastCheck.integer({ min: 0, max: 400_000 }), { maxLength: 60 }).map((all) =>
      all.map((bytes, n) => ({ key: String(n), bytes }))
    )
    FastCheck.assert(
      FastCheck.property(pages, (all) => {
        const surplus = surplusOf(all)
        const left = all.slice(surplus.length)
        assert.deepStrictEqual(
          surplus,
          all.slice(0, surplus.length).map(({ key }) => key)
        )
        assert.isAtMost(left.length, MAX_PAGES)
        const bytes = (some: typeof all) => some.reduce((sum, page) => sum + page.bytes, 0)
        assert.isAtMost(bytes(left), MAX_BYTES)
        // Nothing is evicted while there is room.
        const oneMore = all.slice(surplus.length - 1)
        if (surplus.length > 0) assert.isTrue(oneMore.length > MAX_PAGES || bytes(oneMore) > MAX_BYTES)
      })
    )
  })
})

describe("a page that is shown offline", () => {
  const now = new Date(2026, 10, 25, 18, 0).getTime()
  const html = `<!DOCTYPE html><html lang="en"><head><title>Votes &amp; more</title><link rel="modulepreload" href="/assets/a.js"/>
<link rel="stylesheet" href="/assets/site-abc.css"/><link rel="preload" href="/assets/serif-x.woff2" as="font"/><script nonce="x">early()</script></head>
<body class="b"><main>Text <script>two()</script></main><script type="module">three()</script></body></html>`

  it("is what was read, without scripts, and states its date", () => {
    const shown = marked(html, new Date(2026, 10, 25, 14, 12).getTime(), now)
    assert.include(shown, '<body class="b"><aside class="site-notice"')
    assert.include(shown, "You are offline. This page is as of 14:12;")
    assert.notMatch(shown, /<script|modulepreload|early|two\(|three/)
    assert.include(shown, "<main>Text </main>")
    assert.strictEqual(momentOf(new Date(2026, 10, 24, 9, 5).getTime(), now), "24 Nov, 09:05")
  })

  it("names its title and its styles", () => {
    assert.strictEqual(titleOf(html), "Votes &amp; more")
    assert.deepStrictEqual(assetsOf(html), ["/assets/site-abc.css", "/assets/serif-x.woff2"])
    assert.doesNotThrow(() => encodeURIComponent(titleOf(`<title>${"🌿".repeat(300)}</title>`)))
  })

  it("lists what is available if it was not read, and lets no address in as HTML", () => {
    const pages = [{ address: `${SITE}/a`, title: titleOf(html), at: now }]
    const shown = offlinePage(pages, `${SITE}/"><script>x</script>`, now)
    assert.include(shown, `<a href="${SITE}/a">Votes &amp; more</a>`)
    assert.notInclude(shown, "<script")
    FastCheck.assert(
      FastCheck.property(FastCheck.fullUnicodeString(), (text) => {
        assert.notMatch(escaped(text), /[<>"']/)
      })
    )
  })
})

describe("a browser notification", () => {
  it("opens pages of this site only, and always has a text", () => {
    const good = { title: "Night Film Club", body: "Ben replied.", url: "/community/detail/a?thread=1", tag: "x" }
    assert.deepStrictEqual(readNotice(JSON.stringify(good)), good)
    for (const url of [
      "https://elsewhere.example",
      "//elsewhere.example",
      "/\\elsewhere.example",
      "javascript:alert(1)",
      ""
    ]) {
      assert.strictEqual(readNotice(JSON.stringify({ ...good, url })).url, "/userDashboard?tab=notifications")
    }
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(FastCheck.string(), FastCheck.json()), (text) => {
        const { body, title, url } = readNotice(text)
        assert.isTrue(title !== "" && body !== "")
        assert.strictEqual(new URL(url, SITE).origin, SITE)
      })
    )
  })
})
