/**
 * Every page inside a community, as its members see it: its own title, one primary button, and no broken layout in any
 * theme or width.
 */
import type { Page } from "@playwright/test"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { isShort } from "../sets"
import { axeInAllThemes, movedByItself, prepareChecks, tooWide, whatMoved } from "./appearance"
import { axeProblems } from "./axe"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { SEED: "demo" } })

const NAME = "Riverside Garden Co-op"
const at = (slug: string) => `/community/detail/${demoCommunityId(slug)}`
const garden = at("riverside-garden")
/** Each page with its title. */
const PAGES: ReadonlyArray<readonly [path: string, title: string]> = [
  ["/discussion", "Discussion"],
  ["/discussion?new=1", "New thread"],
  ["/discussion?thread=2", "The north tank loses a third of its water"],
  ["/proposals", "Proposals"],
  ["/proposals?new=1", "New proposal"],
  ["/proposals?p=3", "Replace the north water tank before spring"],
  ["/annissued", "Announcements"],
  ["/annissue", "New announcement"],
  ["/bondissued", "Bonds"],
  ["/purchasedbond", "My bonds"],
  ["/bondissue", "Issue a bond"],
  ["/bondrecipt", "Receipts"],
  ["/tokenWithdraw", "Withdraw tokens"],
  ["/tokenDistribution", "Payouts"],
  ["/signers", "Signers of the treasury"],
  ["/members", "Members"],
  ["/members?tab=applications", "Applications"],
  ["/members?tab=invitations", "Invitations"],
  ["/activity", "Activity"],
  ["/activity?view=moderation", "Moderation"],
  ["?panel=settings", "Settings"],
  ["/treasury", "Treasury"],
  ["?panel=badges", "Admin badges"]
]

const primaryButtons = (page: Page) =>
  page
    .locator(".button[data-kind=primary]:visible")
    .evaluateAll((buttons) => buttons.map((button) => button.textContent?.trim() ?? ""))

const grow = (page: Page, size: string) =>
  page.evaluate((fontSize) => document.documentElement.style.setProperty("font-size", fontSize), size)

/** Waits for two frames, so that resize observers have drawn. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

const check = async (page: Page, path: string) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.setViewportSize({ width: 360, height: 800 })
  // Does not wait for an idle network: a page with a live stream never has one.
  await page.goto(path)
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
  await page.evaluate(() => document.fonts.ready)
  expect.soft(await movedByItself(page), `${path} moved: ${await whatMoved(page)}`).toBeLessThan(0.005)
  await axeInAllThemes(page, [360])
  if (!isShort) {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active", reducedMotion: "reduce" })
    expect.soft(await axeProblems(page), `${path} in forced colours`).toEqual([])
    await page.emulateMedia({ forcedColors: "none" })
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await settle(page)
  expect.soft(await tooWide(page), `${path} at 320 px`).toEqual([])
  await grow(page, "200%")
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await settle(page)
    expect.soft(await tooWide(page), `${path} with text twice as large at ${width} px`).toEqual([])
  }
}

test("every page inside a community has its own title under one line of header @short", async ({ browser, server }) => {
  test.setTimeout(420_000)
  const { context, page } = await visitAs(browser, server.origin, "Marta Lindqvist")
  await prepareChecks(page)
  for (const [below, title] of PAGES) {
    await test.step(below, async () => {
      await check(page, `${garden}${below}`)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText([title])
      const here = page.getByRole("navigation", { name: "You are here" })
      await expect(here.getByRole("link", { name: NAME })).toHaveAttribute("href", garden)
      expect
        .soft(new Set(await primaryButtons(page)).size, `primary buttons of ${below}: ${await primaryButtons(page)}`)
        .toBeLessThanOrEqual(1)
    })
  }
  await context.close()
})

test("the overview begins with what is open, and its buttons have one height", async ({ browser, server }) => {
  test.setTimeout(180_000)
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await prepareChecks(page)
  for (const slug of ["riverside-garden", "solar-roof"]) {
    await check(page, at(slug))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(at(slug))
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText("Open votes")
    const heights = await page
      .locator(".community-head__act summary .button, .community-head__act summary.button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(heights.length).toBe(2)
    expect(new Set(heights).size).toBe(1)
  }
  await expect(page.getByRole("link", { name: "1 open bond sale" })).toHaveAttribute("href", /bondissued$/)
  await page.goto(garden)
  const head = page.locator(".community-head")
  await expect(head.getByText("Moderator", { exact: true })).toHaveCount(1)
  await head.getByText("Membership", { exact: true }).click()
  await expect(page.getByText(`Leave ${NAME}?`)).toBeInViewport({ ratio: 0.95 })
  // Only for non-members does a page other than the overview offer more than its tabs.
  await page.goto(`${garden}/members`)
  await expect(page.locator(".join-menu")).toHaveCount(0)
  await context.close()
})

test("on a phone the header of a page inside scrolls away", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${at("solar-roof")}/members`)
  const tabs = page.getByRole("navigation", { name: "Community" })
  expect(await tabs.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(740 / 4)
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeInViewport({ ratio: 1 })
  await page.locator(".join-menu > summary").click()
  await expect(page.locator(".join-menu .menu__panel")).toBeInViewport({ ratio: 0.9 })
  expect(await tooWide(page)).toEqual([])
  await context.close()
})

test("a phone shows five tabs in the row, and the others in a sheet behind More", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(garden)
  const row = page.getByRole("navigation", { name: "Community", exact: true })
  await expect(row.getByRole("link")).toHaveText(["Overview", "Discussion", "Proposals", "Bonds", "Treasury"])
  // They fit: none is cut off, and the row does not scroll.
  const fits = () => row.evaluate((tabs) => tabs.scrollWidth <= tabs.clientWidth)
  await page.evaluate(() => document.fonts.ready)
  expect(await fits()).toBe(true)
  await expect(row).not.toHaveAttribute("data-hidden")
  const more = page.getByRole("navigation", { name: "More tabs" })
  await more.getByText("More", { exact: true }).click()
  await expect(more.locator(".menu__panel")).toBeInViewport({ ratio: 1 })
  expect(
    await more.locator(".menu__panel").evaluate((panel) => panel.getBoundingClientRect().width)
  ).toBeLessThanOrEqual(360)
  await more.getByRole("link", { name: "Members" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible()
  await expect(more.locator("summary")).toHaveText("More, current: Members")
  expect(await fits()).toBe(true)
  await expect(more.locator(".menu__panel")).toBeHidden()
  expect(await tooWide(page)).toEqual([])
  await context.close()
})

test("all tabs fit on a laptop, also next to the button to join", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${at("night-film")}/members`)
  await expect(page.locator(".join-menu, .inside-head > .wrap > a").first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const row = page.getByRole("navigation", { name: "Community", exact: true })
  expect(await row.evaluate((tabs) => tabs.scrollWidth <= tabs.clientWidth)).toBe(true)
  await context.close()
})

test("a tab that loads slowly leaves the header and the tabs in place", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await page.goto(`${garden}/members`)
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route("**/activity.data**", async (route) => {
    await held
    await route.continue()
  })
  const tabs = page.getByRole("navigation", { name: "Community", exact: true })
  await tabs.getByRole("link", { name: "Activity" }).click()
  await expect(page.getByText("Loading...", { exact: true })).toBeVisible()
  await expect(tabs).toBeVisible()
  await expect(page.getByRole("navigation", { name: "You are here" }).getByRole("link", { name: NAME })).toBeVisible()
  goOn()
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible()
  await context.close()
})

test("the keyboard reaches a vote by its skip link", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await page.goto(`${garden}/proposals?p=3`)
  await expect(page.getByRole("heading", { level: 2, name: "Your vote" })).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to the vote" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  const inVote = () => page.evaluate(() => document.activeElement?.closest("aside")?.id)
  expect(await inVote()).toBe("vote")
  await page.emulateMedia({ media: "print" })
  expect(await page.locator(".columns form").count()).toBeGreaterThan(0)
  await expect(page.locator(".columns form:visible")).toHaveCount(0)
  await context.close()
})
