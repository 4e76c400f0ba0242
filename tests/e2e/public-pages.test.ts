/**
 * Every public page, over the demonstration's data: for people and machines, in both themes, wide and narrow, with and
 * without scripts (docs/goals.md A7, B11, C1, C4, C6, C9; docs/product/safety.md).
 */
import { PUBLIC_PAGES } from "../../app/effects/publishing/articles/links"
import { isShort } from "../sets"
import { checkAppearance, movedByItself, openForChecks, prepareChecks, tooWide } from "./appearance"
import { expect, test } from "./fixtures"
import { htmlProblems } from "./html-rules"

test.use({ serverEnvironment: { SEED: "demo" } })
/** The tests are independent: two workers share the pages, each with a server of its own. */
test.describe.configure({ mode: "parallel" })

const NOWHERE = "/nowhere/at/all"
/** One page of each template. */
const ofEachTemplate: ReadonlyArray<string> = [
  "/",
  "/explore",
  "/search?q=garden",
  "/community",
  "/ourstory",
  "/support",
  "/roadmap",
  "/blog",
  "/developers",
  "/verify",
  "/privacypolicy",
  "/explore/night-film",
  "/resources/how-we-count",
  "/signup",
  NOWHERE
]
const checked = isShort
  ? ofEachTemplate
  : [
      ...new Set([
        ...PUBLIC_PAGES,
        "/explore?q=zz",
        "/search?q=nothing%20here",
        "/explore?tab=sales",
        "/resources/bonds-plain",
        "/resources/moving-from-the-toolkit",
        ...ofEachTemplate
      ])
    ]

/** All addresses of the sitemap, posts, guides and communities included. */
const sitemap = async (origin: string): Promise<ReadonlyArray<string>> => {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname)
}
const htmlOf = async (origin: string, path: string) => (await fetch(`${origin}${path}`)).text()
const unescape = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&")

/** Pages per browser, checked one after the other. */
const TOGETHER = 4
for (let first = 0; first < checked.length; first += TOGETHER) {
  const paths = checked.slice(first, first + TOGETHER)
  test(`axe, overflow, layout shift and policy find no problem in any look: ${paths.join(" ")} @short`, async ({
    page
  }) => {
    test.slow()
    const reports: Array<string> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/api/csp-report")) reports.push(request.postData() ?? "")
    })
    await prepareChecks(page)
    for (const path of paths) {
      await test.step(path, async () => {
        const response = await openForChecks(page, path)
        expect(response?.status()).toBe(path === NOWHERE ? 404 : 200)
        await checkAppearance(page)
        expect(reports, "policy violations").toEqual([])
      })
    }
  })
}

test("headings and the navigation do not shift when their typeface loads after the text", async ({ page }) => {
  await prepareChecks(page)
  for (const width of [320, 360, 1280]) {
    let release = () => {}
    const painted = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/source-serif.*\.woff2$/, async (route) => {
      await painted
      await route.continue()
    })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/?w=${width}`, { waitUntil: "commit" })
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
    const logo = () => page.locator("header .logo").evaluate((element) => element.getBoundingClientRect().width)
    const before = await logo()
    release()
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => family.includes("Source Serif 4") && status === "loaded")
    )
    await page.waitForLoadState("networkidle")
    expect(await movedByItself(page), `moved at ${width} px`).toBeLessThan(0.005)
    expect(await logo(), `width of the logo at ${width} px`).toBe(before)
    await page.unroute(/source-serif.*\.woff2$/)
  }
})

test("without JavaScript every page has its heading and its text", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  for (const path of checked.filter((each) => each !== NOWHERE && each !== "/signup")) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible()
    expect((await page.locator("main").innerText()).length, path).toBeGreaterThan(150)
    await expect(page.getByRole("contentinfo"), path).toBeVisible()
  }
  await page.goto("/signup")
  await expect(page.locator("main noscript p").first()).toContainText("JavaScript")
  await context.close()
})

test("at twice the text size pages fit, high contrast marks the current link, and articles print as text", async ({
  page
}) => {
  const grow = () => page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"))
  for (const path of ["/", "/explore", "/community", "/support", "/resources/bonds-plain"]) {
    await page.goto(path)
    await grow()
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await tooWide(page), `${path} at ${width} px`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ forcedColors: "active" })
  await page.goto("/explore")
  const lineBelow = (name: string) =>
    page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name })
      .evaluate((link) => getComputedStyle(link).borderBottomColor)
  expect(await lineBelow("Price")).toBe(await lineBelow("Support"))
  expect(await lineBelow("Explore")).not.toBe(await lineBelow("Price"))

  await page.goto("/resources/bonds-plain")
  await page.emulateMedia({ forcedColors: "none", media: "print" })
  for (const away of ["banner", "contentinfo"] as const) await expect(page.getByRole(away)).toBeHidden()
  await expect(page.locator("#contents")).toBeHidden()
  await expect(page.getByRole("heading", { name: "One example" })).toBeVisible()
  expect(
    Number.parseFloat(await page.locator(".prose").evaluate((text) => getComputedStyle(text).width))
  ).toBeGreaterThan(900)
})

test("every page has its own title, description and canonical address, once each @short", async ({
  server: { origin }
}) => {
  const listed = await sitemap(origin)
  expect(listed).toEqual(expect.arrayContaining([...PUBLIC_PAGES, "/explore/night-film"]))
  const paths = [...listed, "/explore/night-film/proposals/1", "/explore/solar-roof/bonds/SUN-2028A"]
  const seen = { title: new Map<string, string>(), description: new Map<string, string>() }
  for (const path of paths) {
    const html = await htmlOf(origin, path)
    const one = (pattern: RegExp) => {
      const found = [...html.matchAll(pattern)].map(([, value = ""]) => unescape(value))
      expect(found, `${path} ${pattern.source}`).toHaveLength(1)
      return found[0] ?? ""
    }
    const property = (name: string) => one(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`, "g"))
    const own = { title: one(/<title>([^<]*)<\/title>/g), description: property("description") }
    for (const part of ["title", "description"] as const) {
      expect(own[part].length, `${path} ${part}`).toBeGreaterThan(10)
      expect(seen[part].get(own[part]), `${path} has the ${part} of another page`).toBeUndefined()
      seen[part].set(own[part], path)
    }
    expect(one(/<link rel="canonical" href="([^"]*)"/g)).toBe(`${origin}${path}`)
    expect(property("og:url")).toBe(`${origin}${path}`)
    expect(own.title).toContain(property("og:title"))
    expect(property("og:description")).toBe(own.description)
    const picture = property("og:image")
    if (/^\/explore\/./.test(path)) {
      expect(picture).toBe(`${origin}${path}/picture.png`)
      expect([property("og:image:width"), property("og:image:height")]).toEqual(["1200", "630"])
      expect(property("og:image:alt").length).toBeGreaterThan(10)
      expect(property("twitter:card")).toBe("summary_large_image")
    } else expect(property("twitter:card")).toBe("summary")
    const drawn = await fetch(picture)
    expect([drawn.status, drawn.headers.get("content-type")], picture).toEqual([200, "image/png"])
    await drawn.arrayBuffer()
    expect(property("og:type")).toMatch(/^(website|article)$/)
    expect(one(/<link rel="manifest" href="([^"]*)"/g)).toBe("/site.webmanifest")
  }
})

test("every internal link leads to a page, and to an anchor that exists", async ({ server: { origin } }) => {
  const pages = new Map<string, string>()
  const waiting = new Map((await sitemap(origin)).map((path) => [path, "the sitemap"]))
  const anchors: Array<readonly [from: string, to: string, id: string]> = []
  const dead: Array<string> = []
  for (const [path, from] of waiting) {
    const response = await fetch(`${origin}${path}`)
    if (!response.ok) dead.push(`${from} → ${path}: ${response.status}`)
    if (response.headers.get("content-type")?.startsWith("text/html") !== true) {
      await response.arrayBuffer()
      continue
    }
    const html = await response.text()
    pages.set(path, html)
    // Filters of a list link to each other without end: one step is enough.
    const isQuery = path.includes("?")
    for (const [, href = ""] of html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      const url = new URL(unescape(href), `${origin}${path}`)
      if (url.origin !== origin) continue
      const target = `${url.pathname}${url.search}`
      if (!isQuery && !waiting.has(target)) waiting.set(target, path)
      if (url.hash !== "") anchors.push([path, target, decodeURIComponent(url.hash.slice(1))])
    }
  }
  expect(dead).toEqual([])
  expect(pages.size).toBeGreaterThan(30)
  const missing = anchors.filter(([, to, id]) => pages.get(to)?.includes(` id="${id}"`) === false)
  expect(missing).toEqual([])
})

test("html-validate finds no error on any page @short", async ({ server: { origin } }) => {
  const paths = [...(await sitemap(origin)), "/signup", "/temp", "/userDashboard", NOWHERE, "/local/mailbox"]
  const problems: Array<string> = []
  for (const path of paths) {
    for (const problem of await htmlProblems(await htmlOf(origin, path))) problems.push(`${path} ${problem}`)
  }
  expect(problems).toEqual([])
})

test("the manifest names pictures that exist", async ({ server: { origin } }) => {
  const response = await fetch(`${origin}/site.webmanifest`)
  expect(response.headers.get("content-type")).toContain("application/manifest+json")
  const manifest = (await response.json()) as { name: string; start_url: string; icons: Array<{ src: string }> }
  expect(manifest).toMatchObject({ name: "Commonhold", start_url: "/" })
  expect(manifest.icons.length).toBeGreaterThan(1)
  for (const { src } of manifest.icons) expect((await fetch(`${origin}${src}`)).status, src).toBe(200)
})

test("the first page uses its own typefaces, and the browser synthesises no weight", async ({ page }) => {
  await page.goto("/")
  await page.evaluate(() => document.fonts.ready)
  // From the cache each typeface is there in time: the first visit may show its fallback.
  await page.reload()
  await page.evaluate(() => document.fonts.ready)
  const made = await page.evaluate(() => {
    const faces = [...document.fonts].map(({ family, weight }) => ({
      family: family.replaceAll('"', ""),
      range: weight.split(" ").map((each) => (each === "normal" ? 400 : Number(each)))
    }))
    const isThere = (family: string, weight: number) =>
      faces.some(
        (face) => face.family === family && (face.range[0] ?? 0) <= weight && weight <= (face.range.at(-1) ?? 0)
      )
    const wrong = new Set<string>()
    for (const element of document.querySelectorAll("body *")) {
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== ""
      )
      if (!isText || !element.checkVisibility()) continue
      const { fontFamily, fontWeight } = getComputedStyle(element)
      const first = (fontFamily.split(",")[0] ?? "").replaceAll('"', "").trim()
      if (!isThere(first, Number(fontWeight))) wrong.add(`${first} ${fontWeight}: ${element.textContent?.slice(0, 40)}`)
    }
    return [...wrong]
  })
  expect(made).toEqual([])
  const tools = await page.context().newCDPSession(page)
  await tools.send("DOM.enable")
  await tools.send("CSS.enable")
  const { root } = await tools.send("DOM.getDocument")
  const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" })
  const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId })
  expect(fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])).toEqual([
    ["Source Serif 4 SemiBold", true]
  ])
})

test("home counts a finished vote when it is read, without a layout shift", async ({ page }) => {
  await prepareChecks(page)
  await page.goto("/")
  const panel = page.locator(".recount-panel")
  const verdict = panel.locator(".recount__verdict")
  await expect(verdict).toHaveText("")
  await panel.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }))
  await expect(verdict).toContainText("check out", { timeout: 20_000 })
  await expect(verdict.locator("[data-tone=ok]")).toContainText("Counted on this device in")
  expect(await movedByItself(page)).toBeLessThan(0.005)
})
