/** Pages that are only read carry no React, and everything on them works (docs/architecture.md, "How a page hydrates"). */
import type { BrowserContextOptions, Page } from "@playwright/test"
import { demoSecret } from "~/effects/local/seed/accounts"
import { movedByItself, prepareChecks, whatMoved } from "./appearance"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { installScriptedWallet } from "./scripted-wallet"
import { slowLine, slowPhone } from "./slow-line"
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
const isReact = (name: string) => /^(framework|shell|entry)/.test(name)
const isHydrated = (page: Page) => page.evaluate(() => "__remixRouter" in window)

/** Opens a page that is only read, and waits for its script. */
const openRead = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.locator("button[data-waits]")).toHaveCount(0)
}

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
      const devtools = await context.newCDPSession(page)
      for (const _ of [1, 2, 3]) {
        if (kind === "mouse") await page.mouse.wheel(0, 600)
        else await devtools.send("Input.synthesizeScrollGesture", { x: 200, y: 600, yDistance: -400, speed: 3_000 })
      }
      await page.keyboard.press("PageDown")
      await page.keyboard.press("End")
      await page.waitForLoadState("networkidle")
      expect(names.filter(isReact), path).toEqual([])
      expect(await isHydrated(page), path).toBe(false)
    }
    await context.close()
  })
}

test("a page that is only read shows times in the reader's time zone", async ({ page }) => {
  await openRead(page, "/explore/night-film/proposals/1")
  await expect(page.locator("time[title^='Europe/Berlin']").first()).toHaveText(/ (CET|CEST)$/)
})

/** Controls that need scripts, each clicked first on a page of its own. */
const controls = {
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

for (const [name, { control, path, works }] of Object.entries(controls)) {
  for (const by of ["mouse", "touch", "keyboard"] as const) {
    test(`a page that is only read does what its controls say, without React: ${name}, by ${by}`, async ({
      browser,
      server
    }) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        permissions: ["clipboard-read", "clipboard-write"],
        ...(by === "touch" ? { hasTouch: true } : {})
      })
      const page = await context.newPage()
      const names = scriptsOf(page)
      await openRead(page, path)
      await mark(page)
      const wanted = control(page)
      if (by === "mouse") await wanted.click()
      else if (by === "touch") await wanted.tap()
      else {
        await wanted.focus()
        await page.keyboard.press("Enter")
      }
      await works(page)
      expect(await isMarked(page), "the same document").toBe(true)
      expect(names.filter(isReact)).toEqual([])
      await context.close()
    })
  }
}

test("a button that needs scripts waits for them, and says why", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const line = await slowLine(page)
  await page.goto(controls.copy.path, { waitUntil: "domcontentloaded" })
  const wanted = controls.copy.control(page)
  await expect(wanted).toBeDisabled()
  await expect(wanted).toHaveAccessibleDescription("This works as soon as the page's scripts have loaded.")
  line.letThrough()
  await wanted.click()
  await controls.copy.works(page)
  await context.close()
})

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
    await expect(page.locator("button[data-waits]")).toHaveCount(0)
    await controls.theme.control(page).click()
    await controls.theme.works(page)
    await button(page, "Not ours").click()
    expect(await page.evaluate(() => Object(window).heard)).toBe(2)
  })
}

test("a click that is held while the connect button loads is a click", async ({ page }) => {
  await openRead(page, "/price")
  await controls.connect.control(page).hover()
  const element = page.waitForResponse(/\/assets\/connect-button-/)
  await page.mouse.down()
  await element
  await page.waitForLoadState("networkidle")
  await page.mouse.up()
  await controls.connect.works(page)
})

test("the system's sheet is offered and opened by the first click", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => void Object.assign(window, { shared: data.url })
    })
  })
  await openRead(page, "/explore/night-film/proposals/1")
  await button(page, "Share").click()
  await expect
    .poll(() => page.evaluate(() => String(Object(window).shared)))
    .toMatch(/\/explore\/night-film\/proposals\/1$/)
  await expect(button(page, "Share")).toBeVisible()
})

test("links, forms and menus of a page that is only read are the browser's @short", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, ...PHONE })
  const page = await context.newPage()
  await page.route(/\/assets\/.*\.js/, () => {}) // never arrives
  await page.goto("/explore", { waitUntil: "domcontentloaded" })
  await page.getByRole("searchbox").first().fill("film")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/[?&]q=film/)
  await page.getByText("Menu", { exact: true }).tap()
  await page.locator(".bottom-bar .menu__panel").getByRole("link").last().tap()
  await expect(page).not.toHaveURL(/\/explore/)
  await context.close()
})

test("a menu of a page that is only read closes as people expect", async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, ...PHONE })
  const page = await context.newPage()
  await openRead(page, "/price")
  const menu = page.locator(".bottom-bar details")
  for (const close of [() => page.keyboard.press("Escape"), () => page.getByRole("heading", { level: 1 }).tap()]) {
    await page.getByText("Menu", { exact: true }).tap()
    await expect(menu).toHaveAttribute("open", "")
    await close()
    await expect(menu).not.toHaveAttribute("open")
  }
  await context.close()
})

test("a page hydrates for a signed-in person; a known wallet is shown without React", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await page.goto("/price")
  await page.waitForFunction(() => "__remixRouter" in window)
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
  // The session has ended elsewhere, and the wallet is still connected.
  await context.clearCookies()
  await page.goto("/price")
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
  expect(await isHydrated(page)).toBe(false)
  await context.close()
})

test("pages that change automatically hydrate", async ({ page }) => {
  await page.goto("/verify")
  await page.waitForFunction(() => "__remixRouter" in window)
  await page.goto("/support")
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect(page.getByText("Checking the connection...")).toBeHidden()
})

test("Back restores the scroll position of a page that is only read", async ({ page }) => {
  const y = () => page.evaluate(() => scrollY)
  await openRead(page, "/resources/how-we-count")
  await page.evaluate(() => scrollTo(0, 700))
  await page.goto("/price")
  await page.goBack()
  await expect.poll(y).toBe(700)
})

test("the connect button causes no layout shift", async ({ page }) => {
  for (const [width, path] of [
    [360, "/"],
    [1280, "/explore/night-film"],
    [1280, "/explore"]
  ] as const) {
    await prepareChecks(page)
    await page.setViewportSize({ width, height: 740 })
    await openRead(page, path)
    const standIn = page.getByRole("banner").locator("community-connect")
    const before = await standIn.boundingBox()
    await standIn.getByRole("button").focus()
    await page.waitForFunction(() => document.querySelector("community-connect")?.shadowRoot !== null)
    await page.waitForLoadState("networkidle")
    expect(await standIn.boundingBox()).toEqual(before)
    expect(await movedByItself(page), String(await whatMoved(page))).toBe(0)
  }
})

test("without the file of its script, a page that is only read works as without scripts", async ({
  expectedErrors,
  page
}) => {
  expectedErrors.push(/./)
  await page.route(/\/assets\/reading\.js/, (route) => route.fulfill({ status: 404, body: "" }))
  await page.goto("/price")
  await button(page, "Dark").first().click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})

test("on a slow phone a visitor reads, connects, and is led to the page that they wanted", async ({ page, wallet }) => {
  test.slow()
  await slowPhone(page)
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await button(page, "Connect and start").click()
  await expect(page).toHaveURL(/\/signup$/, { timeout: 60_000 })
  await page.waitForFunction(() => "__remixRouter" in window)
  expect(wallet.requests()).toHaveLength(1)
})

test("on a slow phone a member reads a vote, connects, signs in and votes", async ({ browser, server }) => {
  test.slow()
  const context = await browser.newContext({ baseURL: server.origin, ...PHONE })
  const name = "Clara Monteiro"
  const wallet = await installScriptedWallet(context, { label: name, seed: `demo/${name}`, secret: demoSecret(name) })
  const page = await context.newPage()
  await slowPhone(page)
  await page.goto("/explore/riverside-garden/proposals/3")
  await expect(page.getByRole("heading", { level: 1, name: "Replace the north water tank" })).toBeVisible()
  await controls.connect.control(page).tap()
  await page.waitForFunction(() => "__remixRouter" in window, undefined, { timeout: 60_000 })
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "", { timeout: 30_000 })
  expect(wallet.requests()).toHaveLength(1)
  await page.getByRole("link", { name: "Open in the community" }).tap()
  await page.getByRole("radio", { name: "No", exact: true }).check({ timeout: 30_000 })
  await button(page, "Cast vote").tap({ timeout: 30_000 })
  await page.getByRole("dialog").getByRole("button", { name: "Sign with my wallet" }).tap({ timeout: 30_000 })
  await expect(page.getByRole("dialog", { name: "Your ballot is in the record" })).toBeVisible({ timeout: 30_000 })
  expect(wallet.requests()).toHaveLength(2)
  await context.close()
})

test("without a network a page that is only read says so", async ({ context, page }) => {
  await openRead(page, "/price")
  await context.setOffline(true)
  await expect(page.getByText("You are offline. What you write is kept on this device.")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("You are offline. What you write is kept on this device.")).toHaveCount(0)
})
