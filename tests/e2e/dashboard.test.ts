/** The dashboard: work that waits, dates in a calendar program, the activity log, and removing an account. */
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { tooWide } from "./appearance"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"

/** The connect button has axe runs of its own (connector-axe). */
const axe = (page: Page) => new AxeBuilder({ page }).exclude("community-connect")

test.use({ serverEnvironment: { SEED: "demo" } })

test("a moderator sees what waits, decides it, and the entry disappears @short", async ({ browser, server }) => {
  test.setTimeout(180_000)
  const { context, page } = await visitAs(browser, server.origin, "Oskar Nyman")
  await page.goto("/userDashboard")
  const needs = page.getByRole("region", { name: "To do" })
  await expect(needs.getByRole("link", { name: /^\d+ applications? to decide$/ })).toBeVisible()
  await expect(page.getByRole("link", { name: /^Notifications, \d+ unread$/ })).toBeVisible()
  for (const path of ["/userDashboard", "/userDashboard?tab=notifications", "/userDashboard?tab=calendar"]) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect((await axe(page).analyze()).violations, path).toEqual([])
  }
  await page.goto("/userDashboard")
  await needs.getByRole("link", { name: /^Decide/ }).click()
  await page
    .getByRole("button", { name: /^Accept/ })
    .first()
    .click()
  await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0)
  await page.goto("/userDashboard")
  await expect(needs.getByRole("link", { name: /^Decide/ })).toHaveCount(0)

  // A calendar program subscribes to an address, until that is revoked.
  await page.goto("/userDashboard?tab=calendar")
  await page.getByRole("button", { name: "Create a private link" }).click()
  const address = (await page.locator(".digest").textContent()) ?? ""
  const file = await fetch(address)
  expect(file.status).toBe(200)
  expect(await file.text()).toContain("BEGIN:VCALENDAR")
  await page.getByRole("button", { name: "Delete this link" }).click()
  await expect(page.getByRole("button", { name: "Create a private link" })).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
  await context.close()
})

test("on a phone a row of tabs fades where more is hidden, and shows the current one", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Marta Lindqvist")
  await page.setViewportSize({ width: 360, height: 740 })
  const tabs = page.getByRole("navigation", { name: "Dashboard" })
  const current = tabs.locator("[aria-current]")
  await page.goto("/userDashboard")
  await expect(tabs).toHaveAttribute("data-hidden", "end")
  await expect(current).toBeInViewport({ ratio: 0.95 })
  // By keyboard, to the last of the tabs.
  for (let clicks = 0; clicks < 4; clicks++) {
    if (clicks === 0) await current.focus()
    await page.keyboard.press("Tab")
  }
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/tab=calendar/)
  await expect(current).toHaveText("Calendar")
  await expect(current).toBeInViewport({ ratio: 0.95 })
  await expect(tabs).toHaveAttribute("data-hidden", "start")
  // The same after a reload, and in a community.
  await page.reload()
  await expect(current).toBeInViewport({ ratio: 0.95 })
  await openCommunity(page, "riverside-garden", "activity")
  // The phone's menu of more tabs marks the current one.
  const more = page.getByRole("navigation", { name: "More tabs" }).locator("summary")
  await expect(more).toHaveText("More, current: Activity")
  await expect(more).toBeInViewport({ ratio: 0.95 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole("navigation", { name: "Community" })).not.toHaveAttribute("data-hidden")
  await context.close()
})

test("in a community the main content begins high up on a phone, and Leave fits", async ({ browser, server }) => {
  const { context, page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await page.setViewportSize({ width: 360, height: 740 })
  await openCommunity(page, "riverside-garden", "members")
  const top = await page
    .getByRole("navigation", { name: "Community" })
    .evaluate((row) => row.getBoundingClientRect().top)
  expect(top).toBeLessThan(740 / 4)
  await openCommunity(page, "riverside-garden")
  await page.locator(".join-menu > summary").click()
  await expect(page.getByText("Leave Riverside Garden Co-op?")).toBeInViewport({ ratio: 0.95 })
  expect(await tooWide(page)).toEqual([])
  // One badge shows the reader's own role.
  await expect(page.locator(".community-head").getByText("Moderator", { exact: true })).toHaveCount(1)
  await expect(page.locator(".community-head").getByText("Member", { exact: true })).toHaveCount(0)
  await context.close()
})

test("a community's activity is grouped by day, and can be downloaded", async ({ browser, server }) => {
  test.setTimeout(180_000)
  const { context, page } = await visitAs(browser, server.origin, "Yuki Tanabe")
  // Events that the demonstration backdates are sorted into place by now.
  await openCommunity(page, "riverside-garden", "activity")
  await expect(page.getByRole("heading", { name: "Members over time" })).toBeVisible()
  await expect(page.locator(".event-day").first()).toBeVisible()
  expect((await axe(page).analyze()).violations).toEqual([])
  await page.getByLabel("What", { exact: true }).selectOption("discussion")
  await page.getByRole("button", { name: "Filter" }).click()
  await expect(page).toHaveURL(/topic=discussion/)
  await expect(page.locator(".event .tag").first()).toHaveText("Discussion")
  const href = (await page.getByRole("link", { name: "CSV file" }).getAttribute("href")) ?? ""
  const csv = await (await page.request.get(href)).text()
  expect(csv.split("\r\n")[0]).toBe("\uFEFFnumber,at,topic,type,account,name,words,address")
  expect(csv).not.toContain(",people,")
  await page.getByRole("link", { name: "Moderation log" }).click()
  await expect(page.getByRole("heading", { name: "Moderation log" })).toBeVisible()
  await context.close()
})

test("a person exports their data, ends a session elsewhere, and removes their account @short", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const elsewhere = await visitAs(browser, server.origin, "Henrik Solberg")
  const { context, page } = await visitAs(browser, server.origin, "Henrik Solberg")
  await page.goto("/userDashboard/edit?tab=privacy")
  const data = await (await page.request.get("/api/exports/me")).text()
  expect(data).toContain('"schema": "me/1"')
  expect(data).toContain("henrik.solberg@example.org")
  expect((await axe(page).analyze()).violations).toEqual([])

  await page.getByRole("button", { name: "Sign out everywhere else" }).click()
  await expect(page.getByText("All other browsers are signed out.")).toBeVisible()
  await elsewhere.page.goto("/api/exports/me")
  await expect(elsewhere.page.getByText("Sign in with your wallet to download your data.")).toBeVisible()

  const name = page.getByLabel(/^Type your username/)
  await name.fill("Henry")
  await page.getByRole("button", { name: "Remove my account" }).click()
  await expect(page.getByText("Type your username exactly as shown above.").first()).toBeVisible()
  await name.fill("Henrik Solberg")
  await page.getByRole("button", { name: "Remove my account" }).click()
  await expect(page).toHaveURL("/?removed=1")
  await expect(page.getByText("Your account is removed.")).toBeVisible()

  // What he wrote stays, under his short address.
  const ruth = await visitAs(browser, server.origin, "Ruth Okafor")
  await openCommunity(ruth.page, "riverside-garden", "activity")
  await expect(ruth.page.locator(".event").filter({ hasText: "left" }).first()).toContainText("account_…")
  await expect(ruth.page.getByText("Henrik Solberg")).toHaveCount(0)
  for (const one of [elsewhere.context, context, ruth.context]) await one.close()
})
