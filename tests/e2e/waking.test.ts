/** Hydration of public pages: none while they are read, started by the first input, and no input is lost. */
import type { BrowserContextOptions, Page, Request } from "@playwright/test"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { movedByItself, prepareLooks, whatMoved } from "./looks"
import { listens, slowLine } from "./slow-line"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })
test.describe.configure({ mode: "parallel" })

const READ = [
  "/",
  "/explore",
  "/explore/night-film",
  "/explore/night-film/proposals/1",
  "/explore/solar-roof/bonds/SUN-2028A",
  "/resources",
  "/resources/how-we-count",
  "/blog",
  "/developers",
  "/roadmap",
  "/price",
  "/termsandcondition"
]

/** Names of the scripts that a page has requested so far. */
const scriptsOf = (page: Page): ReadonlyArray<string> => {
  const names: Array<string> = []
  page.on("request", (request) => {
    const name = /\/assets\/([\w.]+(?:-[\w.]+)*)-[\w-]{8}\.js/.exec(request.url())?.[1]
    if (name !== undefined) names.push(name)
  })
  return names
}
const ASLEEP = ["asleep", "service-worker"]
const isReact = (name: string) => !ASLEEP.includes(name)

/** Opens a page and waits for the script that runs before hydration. */
const openAsleep = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForFunction(() => typeof Object(window).asleep?.woke === "function")
}
const isAwake = (page: Page) => page.evaluate(() => "__remixRouter" in window)

/** Marks the document; a new document does not have the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window)

const PHONE: BrowserContextOptions = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }

for (const kind of ["mouse", "touch"] as const) {
  test(`reading and scrolling do not load React, by ${kind}`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.origin, ...(kind === "touch" ? PHONE : {}) })
    const page = await context.newPage()
    const names = scriptsOf(page)
    for (const path of READ) {
      await page.goto(path, { waitUntil: "networkidle" })
      // The mouse rests away from controls: scrolling moves them under it, which must not count as input.
      if (kind === "mouse") await page.mouse.move(5, 300)
      const devtools = await context.newCDPSession(page)
      // Home is not scrolled: further down it counts a vote when the reader gets there, which hydrates it.
      for (const _ of path === "/" ? [] : [1, 2, 3]) {
        if (kind === "mouse") await page.mouse.wheel(0, 600)
        else await devtools.send("Input.synthesizeScrollGesture", { x: 200, y: 600, yDistance: -400, speed: 3_000 })
      }
      if (path !== "/") await page.keyboard.press("PageDown")
      if (path !== "/") await page.keyboard.press("End")
      await page.waitForLoadState("networkidle")
      expect(names.filter(isReact), path).toEqual([])
      expect(await isAwake(page), path).toBe(false)
    }
    expect(names).toContain("asleep")
    await context.close()
  })
}

test("a page without input shows times in the reader's time zone", async ({ page }) => {
  await openAsleep(page, "/explore/night-film/proposals/1")
  await expect(page.locator("time[title^='Europe/Berlin']").first()).toHaveText(/ (CET|CEST)$/)
  const before = await page.locator("time").allTextContents()
  expect(await isAwake(page)).toBe(false)
  await page.keyboard.press("Tab")
  await page.waitForFunction(() => "__remixRouter" in window)
  await expect(page.getByRole("button", { name: "Connect", exact: true }).first()).toHaveAttribute("part", "button")
  expect(await page.locator("time").allTextContents()).toEqual(before)
})

/** Controls that need scripts, each clicked first on a page of its own. */
const pressed = {
  theme: {
    path: "/price",
    control: (page: Page) => button(page, "Dark").first(),
    works: (page: Page) => expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  },
  connect: {
    path: "/price",
    control: (page: Page) => page.getByRole("banner").locator("community-connect button").first(),
    works: async (page: Page) => {
      const popover = page.getByRole("banner").locator("community-connect").getByRole("dialog")
      await expect(popover).toBeVisible()
    }
  },
  start: {
    path: "/",
    control: (page: Page) => button(page, "Connect and start"),
    works: (page: Page) =>
      expect(page.getByRole("banner").locator("community-connect")).toHaveJSProperty("status", "error")
  },
  copy: {
    path: "/explore/night-film/proposals/1",
    control: (page: Page) => button(page, "Copy the link"),
    works: async (page: Page) => {
      await expect(button(page, "Copied the link")).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toMatch(/\/explore\/night-film\/proposals\/1$/)
    }
  },
  recount: {
    path: "/",
    control: (page: Page) => button(page, "Re-count this vote now"),
    works: (page: Page) => expect(page.locator(".recount__verdict")).toContainText("Counted on this device")
  }
}

for (const [name, { control, path, works }] of Object.entries(pressed)) {
  for (const by of ["mouse", "touch", "keyboard"] as const) {
    test(`the first click works on a slow line: ${name}, by ${by}`, async ({ browser, server }) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        permissions: ["clipboard-read", "clipboard-write"],
        ...(by === "touch" ? { hasTouch: true } : {})
      })
      const page = await context.newPage()
      const line = await slowLine(page)
      await openAsleep(page, path)
      await mark(page)
      const wanted = control(page)
      if (by === "mouse") await wanted.click()
      else if (by === "touch") await wanted.tap()
      else {
        await wanted.focus()
        await page.keyboard.press("Enter")
      }
      await expect(wanted).toHaveAttribute("aria-busy", "true")
      await expect(page.locator(".nav-progress")).toBeAttached()
      line.letThrough()
      await works(page)
      await expect(page.locator(".nav-progress")).toHaveCount(0)
      expect(await isMarked(page), "the same document").toBe(true)
      await context.close()
    })
  }
}

for (const [name, files] of [
  ["the page", /\/assets\/framework-/],
  ["a part of it", /\/assets\/share-button-/]
] as const) {
  test(`the first click works on a slow line where a page hydrates immediately, before ${name} has`, async ({
    browser,
    server
  }) => {
    const { context, page } = await visitAs(browser, server.origin, "Ruth Okafor")
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    const line = await slowLine(page, files)
    await page.goto(pressed.copy.path, { waitUntil: "domcontentloaded" })
    if (name === "a part of it") await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
    const wanted = pressed.copy.control(page)
    await wanted.click()
    await expect(wanted).toHaveAttribute("aria-busy", "true")
    line.letThrough()
    await pressed.copy.works(page)
    await expect(page.locator("button[aria-busy=true]")).toHaveCount(0)
    await context.close()
  })
}

for (const path of ["/price", "/verify"]) {
  test(`a button that another script inserts into ${path} is left alone, before hydration and after`, async ({
    page
  }) => {
    const line = await slowLine(page)
    await page.goto(path, { waitUntil: "domcontentloaded" })
    await page.evaluate(() => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Not ours" })
      button.addEventListener("click", () => Object.assign(window, { heard: (Object(window).heard ?? 0) + 1 }))
      document.body.append(button)
    })
    await button(page, "Not ours").click()
    expect(await page.evaluate(() => Object(window).heard)).toBe(1)
    line.letThrough()
    await page.waitForFunction(() => "__remixRouter" in window)
    await pressed.theme.control(page).click()
    await pressed.theme.works(page)
    await button(page, "Not ours").click()
    expect(await page.evaluate(() => Object(window).heard)).toBe(2)
    await expect(page.locator("button[aria-busy=true]")).toHaveCount(0)
  })
}

test("a click that is held longer than hydration takes is a click", async ({ page }) => {
  await openAsleep(page, "/price")
  await pressed.connect.control(page).hover()
  const element = page.waitForResponse(/\/assets\/connect-button-/)
  await page.mouse.down()
  await element
  await page.waitForLoadState("networkidle")
  expect(await isAwake(page)).toBe(true)
  await page.mouse.up()
  await pressed.connect.works(page)
})

test("the system's sheet is offered and opened by the first click", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => void Object.assign(window, { shared: data.url })
    })
  })
  const line = await slowLine(page)
  await openAsleep(page, "/explore/night-film/proposals/1")
  await button(page, "Share").click()
  line.letThrough()
  await expect
    .poll(() => page.evaluate(() => String(Object(window).shared)))
    .toMatch(/\/explore\/night-film\/proposals\/1$/)
  await expect(button(page, "Share")).toBeVisible()
})

test("links, forms and menus work before hydration @short", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, ...PHONE })
  const page = await context.newPage()
  await page.route(/\/assets\/framework-/, () => {}) // never arrives
  await openAsleep(page, "/explore")
  await page.getByRole("searchbox").first().fill("film")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/[?&]q=film/)
  await page.getByText("Menu", { exact: true }).tap()
  await page.locator(".bottom-bar .menu__panel").getByRole("link").last().tap()
  await expect(page).not.toHaveURL(/\/explore/)
  await context.close()
})

test("a menu that was opened before hydration closes as people expect", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, ...PHONE })
  const page = await context.newPage()
  const line = await slowLine(page)
  await openAsleep(page, "/price")
  const menu = page.locator(".bottom-bar details")
  await page.getByText("Menu", { exact: true }).tap()
  await expect(menu).toHaveAttribute("open", "")
  line.letThrough()
  await page.waitForFunction(() => document.querySelector("community-connect")?.shadowRoot !== null)
  await expect(menu).toHaveAttribute("open", "")
  await page.keyboard.press("Escape")
  await expect(menu).not.toHaveAttribute("open")
  await context.close()
})

test("text typed before hydration stays, and so does the focus", async ({ page }) => {
  const line = await slowLine(page)
  await openAsleep(page, "/support")
  const message = page.getByLabel("Message")
  await message.click()
  await page.keyboard.type("Where do I find my receipts, please?")
  await page.getByLabel("Topic").selectOption({ label: "Vote" })
  await message.focus()
  line.letThrough()
  await page.waitForFunction(() => document.querySelector("community-connect")?.shadowRoot !== null)
  await expect(message).toBeFocused()
  await expect(message).toHaveValue("Where do I find my receipts, please?")
  await expect(page.getByLabel("Topic")).toHaveValue("vote")
  await page.keyboard.type(" Thank you.")
  await expect(message).toHaveValue("Where do I find my receipts, please? Thank you.")
})

test("a page hydrates immediately for a signed-in person, and for one whose wallet is known", async ({
  browser,
  server
}) => {
  const { context, page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await page.goto("/price")
  await page.waitForFunction(() => "__remixRouter" in window)
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
  // The session has ended elsewhere, and the wallet is still connected.
  await context.clearCookies()
  await page.goto("/price")
  await page.waitForFunction(() => "__remixRouter" in window)
  await context.close()
})

test("pages that update automatically hydrate immediately; support does at the first input", async ({ page }) => {
  await page.goto("/verify")
  await page.waitForFunction(() => "__remixRouter" in window)
  await openAsleep(page, "/support")
  await expect(page.getByText("Checking the connection...")).toBeVisible()
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect(page.getByText("Checking the connection...")).toBeHidden()
})

test("Back restores the scroll position, hydrated or not", async ({ page }) => {
  const y = () => page.evaluate(() => scrollY)
  await openAsleep(page, "/resources/how-we-count")
  await page.evaluate(() => scrollTo(0, 700))
  await page.goto("/price")
  await page.goBack()
  await expect.poll(y).toBe(700)
  // It was left at 700; now it is scrolled on, and hydrates there.
  await page.evaluate(() => scrollTo(0, 900))
  const { left, top } = await page.evaluate(() => {
    const links = [...document.querySelectorAll("main a[href]")].map((link) => link.getBoundingClientRect())
    return links.find((link) => link.top > 50 && link.bottom < innerHeight - 50) ?? new DOMRect()
  })
  await page.mouse.move(left + 3, top + 3)
  await page.mouse.move(left + 5, top + 5)
  await page.waitForFunction(() => document.querySelector("community-connect")?.shadowRoot !== null)
  expect(await y()).toBe(900)
  await page.locator("main a[href^='/']").last().click()
  await expect(page).not.toHaveURL(/how-we-count/)
  await page.goBack()
  await expect(page).toHaveURL(/how-we-count/)
  await expect.poll(y).toBeGreaterThan(100)
})

test("hydration causes no layout shift", async ({ page }) => {
  for (const [width, path] of [
    [360, "/"],
    [1280, "/explore/night-film"],
    [1280, "/explore"]
  ] as const) {
    await prepareLooks(page)
    await page.setViewportSize({ width, height: 740 })
    await openAsleep(page, path)
    const standIn = page.getByRole("banner").locator("community-connect")
    const before = await standIn.boundingBox()
    await page.keyboard.press("Tab")
    await page.waitForFunction(() => document.querySelector("community-connect")?.shadowRoot !== null)
    await page.waitForLoadState("networkidle")
    expect(await standIn.boundingBox()).toEqual(before)
    expect(await movedByItself(page), String(await whatMoved(page))).toBe(0)
  }
})

test("a page whose files are gone reloads once; then it works as without scripts", async ({ expectedErrors, page }) => {
  expectedErrors.push(/./)
  await page.route(/\/assets\/framework-/, (route) => route.fulfill({ status: 404, body: "" }))
  await openAsleep(page, "/price")
  await mark(page)
  await button(page, "Dark").first().click()
  await page.waitForFunction(() => !("isMarked" in window) && typeof Object(window).asleep?.woke === "function")
  await mark(page)
  await button(page, "Dark").first().click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  // If the first click came after the reload, it switched to dark already, and only the next one reloads.
  await page.waitForFunction(() => !("isMarked" in window))
})

test("two fields filled before a page inside hydrates are kept, and so are the rest of a draft", async ({
  browser,
  server
}) => {
  const { context, page } = await visitAs(browser, server.origin, "Marta Lindqvist")
  await openCommunity(page, "riverside-garden", "discussion?new=1")
  const line = await slowLine(page)
  await page.reload({ waitUntil: "domcontentloaded" })
  await page.getByLabel("Title").fill("Who has the ladder?")
  await page.getByLabel("Text").fill("It was in the shed on Sunday.")
  line.letThrough()
  await page.waitForFunction(() => "__remixRouter" in window)
  // Renders the form once more, from its own state.
  await page.getByLabel("Category").selectOption({ index: 1 })
  await expect(page.getByLabel("Title")).toHaveValue("Who has the ladder?")
  await expect(page.getByLabel("Text")).toHaveValue("It was in the shed on Sunday.")
  await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 20_000 })
  const again = await slowLine(page)
  await page.reload({ waitUntil: "domcontentloaded" })
  await page.getByLabel("Title").fill("Whose ladder is it?")
  again.letThrough()
  await expect(page.getByLabel("Text")).toHaveValue("It was in the shed on Sunday.")
  await expect(page.getByLabel("Title")).toHaveValue("Whose ladder is it?")
  await context.close()
})

/** Opens a page of a signed-in person, with React's files held back. */
const openInside = async (visit: Awaited<ReturnType<typeof visitAs>>, path: string) => {
  const line = await slowLine(visit.page)
  await visit.page.goto(path, { waitUntil: "domcontentloaded" })
  return line
}
const pathOf = (page: Page) => page.url().replace(new URL(page.url()).origin, "")

test("a vote filled in and cast before hydration asks to confirm the same choice", async ({ browser, server }) => {
  const visit = await visitAs(browser, server.origin, "Piet van Dam")
  const { context, page } = visit
  await openCommunity(page, "riverside-garden", "proposals")
  await page.getByRole("link", { name: "Replace the north water tank before spring" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Replace the north water tank" })).toBeVisible()
  const path = pathOf(page)
  const line = await openInside(visit, path)
  await page.getByRole("radio", { name: "Yes", exact: true }).check()
  await page.getByLabel("Reason (optional)").fill("It leaks on my shoes.")
  await button(page, "Cast vote").click()
  await expect(button(page, "Cast vote")).toHaveAttribute("aria-busy", "true")
  line.letThrough()
  const summary = page.getByRole("dialog", { name: "Your ballot", exact: true })
  await expect(summary).toContainText("It leaks on my shoes.")
  expect(pathOf(page)).toBe(path)
  await context.close()
})

test("an announcement sent before hydration is signed with the times that were typed", async ({ browser, server }) => {
  const visit = await visitAs(browser, server.origin, "Marta Lindqvist")
  const { context, page, wallet } = visit
  await openCommunity(page, "riverside-garden", "annissue")
  const before = wallet.requests().length
  const line = await openInside(visit, pathOf(page))
  await page.getByLabel("Title").fill("The gate is painted")
  await page.getByLabel("Text").fill("Keep your sleeves away from it until **Sunday**.")
  const pinned = page.getByLabel("Pin until")
  const typed = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 11)
  await pinned.fill(`${typed}18:00`)
  wallet.next("refuse")
  await button(page, "Publish").click()
  await expect(button(page, "Publish")).toHaveAttribute("aria-busy", "true")
  line.letThrough()
  await expect(page.getByRole("alert").filter({ hasText: "user rejected request" })).toBeVisible()
  expect(wallet.requests().slice(before)).toHaveLength(1)
  expect(wallet.requests().at(-1)?.items).toHaveProperty("proofOfOwnership.challenge")
  await expect(pinned).toHaveValue(`${typed}18:00`)
  await expect(page.getByLabel("Title")).toHaveValue("The gate is painted")
  await context.close()
})

test("a form's errors do not take the focus from a person who types again before hydration", async ({
  browser,
  server
}) => {
  const visit = await visitAs(browser, server.origin, "Marta Lindqvist")
  const { context, page } = visit
  await openCommunity(page, "riverside-garden", "discussion?new=1")
  const line = await openInside(visit, pathOf(page))
  await button(page, "Start the thread").click()
  await expect(page.locator(".summary-of-errors")).toBeVisible()
  await page.getByLabel("Title").click()
  await page.keyboard.type("Who has ")
  line.letThrough()
  await listens(button(page, "Start the thread"))
  await expect(page.locator(".summary-of-errors")).toBeVisible()
  await page.keyboard.type("the ladder?")
  await expect(page.getByLabel("Title")).toHaveValue("Who has the ladder?")
  await context.close()
})

test("a file chosen before hydration is read, and an address is not posted", async ({ page }) => {
  const line = await slowLine(page)
  await page.goto("/verify", { waitUntil: "domcontentloaded" })
  await page.getByLabel("Choose a file").setInputFiles("public/sample-ballots.json")
  line.letThrough()
  await expect(page.locator(".verdict")).toHaveAttribute("data-tone", "ok")
  const again = await slowLine(page, /\/assets\/entry\.client-/)
  const posts: Array<string> = []
  // The connector reads the ledger's entry of this site by POST, at any time.
  const isSent = (request: Request) => request.method() === "POST" && !request.url().includes("/local/gateway/")
  page.on("request", (request) => isSent(request) && posts.push(request.url()))
  await page.goto("/verify", { waitUntil: "domcontentloaded" })
  await page.getByLabel("Address of a result page").fill("nonsense")
  await page.keyboard.press("Enter")
  await expect(button(page, "Check")).toHaveAttribute("aria-busy", "true")
  again.letThrough()
  await expect(page.getByLabel("Address of a result page")).toHaveAttribute("aria-invalid", "true")
  expect(posts).toEqual([])
})

test("a page inside whose files are gone reloads once; then forms are plain posts, and no button stays busy", async ({
  browser,
  server
}) => {
  const visit = await visitAs(browser, server.origin, "Ruth Okafor")
  const { context, page } = visit
  const path = "/userDashboard/edit?tab=privacy"
  const line = await openInside(visit, path)
  await mark(page)
  const signOut = page.getByRole("main").getByRole("button", { name: "Sign out", exact: true })
  await signOut.click()
  line.breakOff()
  await page.waitForFunction(() => !("isMarked" in window))
  // No click is queued any more.
  await expect(page.locator("button[aria-busy=true]")).toHaveCount(0)
  // The click was posted before any file came: the reloaded page has no session.
  await expect(signOut).toHaveCount(0)
  const jar = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  expect((await fetch(`${server.origin}/api/exports/me`, { headers: { Cookie: jar } })).status).toBe(401)
  await context.close()
})

test("the response to a form whose files are gone stays, and the form is not sent again", async ({
  browser,
  server
}) => {
  const visit = await visitAs(browser, server.origin, "Marta Lindqvist")
  const { context, page } = visit
  await openCommunity(page, "riverside-garden", "discussion?new=1")
  await openInside(visit, pathOf(page)) // what is held back here never arrives
  await page.route(/\/assets\/framework-/, (route) => route.abort())
  const posts: Array<string> = []
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()))
  await page.getByLabel("Title").fill("Who has the ladder?")
  const broken = page.waitForEvent("requestfailed")
  await button(page, "Start the thread").click()
  await broken
  await page.waitForLoadState("networkidle")
  await expect(page.locator(".summary-of-errors")).toBeVisible()
  await expect(page.getByLabel("Title")).toHaveValue("Who has the ladder?")
  expect(posts).toHaveLength(1)
  await context.close()
})

test("without a network a page before hydration says so, and runs the click when there is one", async ({
  browser,
  server
}) => {
  const visit = await visitAs(browser, server.origin, "Ruth Okafor")
  const { context, page } = visit
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const line = await openInside(visit, pressed.copy.path)
  await pressed.copy.control(page).click()
  await context.setOffline(true)
  line.breakOff()
  const words = page.getByText("You are offline. This page begins to work when the network is back.")
  await expect(words).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(false)
  await pressed.copy.works(page)
  await expect(words).toHaveCount(0)
  await context.close()
})
