/** The directory, a community's public profile, the square and home, over the demonstration's data. */
import type { Page } from "@playwright/test"
import { tooWide } from "./appearance"
import { expect, test } from "./fixtures"
import { button, signUp, somebody } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const PUBLIC = ["Riverside Garden Co-op", "Night Film Club", "Open Maps Fund", "Solar Roof Circle"]
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search" })
const names = (page: Page) => page.locator(".register h3")
/** In any order: other tests of this file move communities up. */
const showsPublic = (page: Page) =>
  expect
    .poll(async () => (await names(page).allInnerTexts()).map((name) => name.trim()).sort())
    .toEqual([...PUBLIC].sort())

test("the directory shows four communities, finds, filters, sorts and leads to a public profile @short", async ({
  page
}) => {
  await page.goto("/explore")
  await showsPublic(page)
  await expect(page.getByText("4 in all")).toBeVisible()

  await searchBox(page).fill("films")
  await button(page, "Search").click()
  await expect(page.getByText("No community matches. Clear the filters or start one.")).toBeVisible()
  await page.getByRole("link", { name: "Clear the filters" }).first().click()
  await expect(page).toHaveURL("/explore")
  await expect(searchBox(page)).toHaveValue("")

  await page.getByText("Tags", { exact: true }).click()
  await page.getByRole("checkbox", { name: "Neighbourhoods" }).check()
  await page.getByLabel("Sort").selectOption("Name")
  await page.getByLabel("Joining").selectOption("By approval")
  await button(page, "Search").click()
  await expect(names(page)).toHaveText(["Riverside Garden Co-op"])
  await expect(page.getByText("Tags: Neighbourhoods")).toBeVisible()

  await page.getByRole("link", { name: "Riverside Garden Co-op" }).click()
  await expect(page).toHaveURL("/explore/riverside-garden")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Riverside Garden Co-op")
  await expect(page).toHaveTitle("Riverside Garden Co-op · Commonhold")
  await expect(page.getByText("Water is shared. Close the tap you opened.")).toBeVisible()
  await expect(page.getByText("5 days, 25% quorum, at least 66%")).toBeVisible()
  await expect(page.getByRole("link", { name: "Bed plan" })).toHaveAttribute("rel", "nofollow ugc noopener")
  // Joining starts in the first screen of a phone.
  const viewport = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  const joining = page.locator(".community-head .join-menu")
  await expect(joining.locator("summary")).toBeInViewport({ ratio: 1 })
  await joining.locator("summary").click()
  await expect(joining.getByRole("button", { name: "Sign in" })).toBeInViewport({ ratio: 1 })
  await page.getByRole("heading", { level: 1 }).click()
  await expect(joining.getByRole("button", { name: "Sign in" })).toBeHidden()
  if (viewport !== null) await page.setViewportSize(viewport)

  await page.goBack()
  await expect(page.getByLabel("Sort")).toHaveValue("name")
  await expect(names(page)).toHaveCount(1)

  // Without a wallet a link to a page inside leads home, which says what was requested.
  await page.goto("/explore/riverside-garden")
  await page.goto(
    `${await page.getByRole("link", { name: "Open the community" }).first().getAttribute("href")}/proposals?p=3`
  )
  await expect(page).toHaveURL("/")
  await expect(
    page.getByText("Connect your wallet to continue to Proposal 3 · Riverside Garden Co-op.", { exact: true })
  ).toBeVisible()
})

test("without JavaScript search, tags, tabs, the square and home work by links and forms", async ({
  baseURL,
  browser
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await page.goto("/explore")
  await searchBox(page).fill("projector garden")
  await button(page, "Search").click()
  await expect(page.getByText("No community matches. Clear the filters or start one.")).toBeVisible()
  await searchBox(page).fill("MAPS")
  await button(page, "Search").click()
  await expect(names(page)).toHaveText(["Open Maps Fund"])
  await page.getByRole("link", { name: "Grants" }).click()
  await expect(names(page)).toHaveText(["Open Maps Fund"])

  await page.goto("/explore/open-maps")
  await page.getByRole("link", { name: "Open the community" }).first().click()
  await expect(page.locator("main noscript p")).toContainText(
    "You need JavaScript to connect a wallet. Public information about communities is at /explore."
  )

  await page.goto("/explore")
  await page.getByRole("link", { name: "Bond sales" }).click()
  await page.getByRole("link", { name: "Second roof, east wing" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second roof, east wing")
  await expect(page.getByText("8% a year, every quarter (actual/365)")).toBeVisible()
  await page.goto("/community")
  await expect(names(page)).toHaveCount(4)
  await page.getByText("Choose a tag").click()
  await page.getByRole("navigation", { name: "By tag" }).getByRole("link", { name: "Film" }).click()
  await expect(page).toHaveURL("/community?tag=Film")
  await expect(names(page)).toHaveText(["Night Film Club"])

  await page.goto("/")
  await expect(page.locator("#communities")).toBeVisible()
  for (const name of PUBLIC) await expect(page.getByRole("heading", { name })).toBeVisible()
  // The demonstration's votes close while this runs; other tests cover how they are counted.
  for (const [at, many] of ["4", "64"].entries()) await expect(page.locator(".figures dd").nth(at)).toHaveText(many)
  await context.close()
})

test("the private community leaves no trace, and odd addresses are plain 404s with the same text", async ({
  page,
  server
}) => {
  const paths = ["/", "/explore", "/explore?q=quiet", "/explore?tag=Writing", "/community", "/community?tag=Writing"]
  for (const path of [...paths, "/sitemap.xml"]) {
    const response = await fetch(`${server.origin}${path}`)
    expect(await response.text(), path).not.toMatch(/quiet.?room/i)
  }
  const pages = new Set<string>()
  for (const slug of ["quiet-room", "no-such-room", "1 OR 1=1", "..%2F..%2Fetc", "1".repeat(31)]) {
    const response = await page.goto(`/explore/${slug}`)
    expect(response?.status(), slug).toBe(404)
    pages.add((await page.locator("main").innerText()).replace(/Reference\s+[\w-]+/i, ""))
  }
  expect([...pages]).toHaveLength(1)
})

test("a signed-in person sees communities that share their interests", async ({
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  await page.goto("/explore")
  await expect(page.getByRole("heading", { name: "Suggested for you" })).toHaveCount(0)
  await signUp(page, mailbox, somebody(testInfo)) // Arts, Music, Film, Games, Sport
  await page.goto("/explore")
  const suggested = page.getByRole("region", { name: "Suggested for you" })
  await expect(suggested.getByRole("heading", { level: 3 })).toHaveText(["Night Film Club"])
  await expect(suggested).toContainText("Matches your interests: Film and Arts")
})

test("a phone shows a community in its first screen; the open list of tags does not widen a small page", async ({
  page
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/explore")
  await expect(names(page).first()).toBeInViewport({ ratio: 1 })
  const header = await page.locator("header.masthead").evaluate((element) => element.getBoundingClientRect().bottom)
  expect(header, "what is above the page").toBeLessThanOrEqual(120)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByText("Filters", { exact: true }).click()
  await page.getByText("Tags", { exact: true }).click()
  await expect(page.getByRole("checkbox", { name: "Neighbourhoods" })).toBeVisible()
  expect(await tooWide(page)).toEqual([])
})
