/** One menu for a person and their wallet, behind the connect button in the masthead. */

import { movedByItself, prepareChecks, tooWide, whatMoved } from "./appearance"
import { axeProblems } from "./axe"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const WHO = "Marta Lindqvist"

test("the account menu opens without a layout shift and passes axe at two widths in both themes", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const { context } = await visitAs(browser, server.origin, WHO)
  for (const width of [360, 1280]) {
    const page = await context.newPage()
    await prepareChecks(page)
    await page.setViewportSize({ width, height: 740 })
    await page.goto("/myCommunities", { waitUntil: "networkidle" })
    const account = page.locator("header community-connect [part=button]")
    await expect(account).toHaveAccessibleName(`${WHO}, wallet connected`)
    expect(await movedByItself(page), String(await whatMoved(page))).toBe(0)
    // The bell and its count are next to the menu.
    await expect(page.getByRole("link", { name: /^Notifications, \d+ unread$/ })).toBeInViewport({ ratio: 1 })
    await account.click()
    await expect(page.getByRole("link", { name: "Edit profile" })).toBeInViewport({ ratio: 1 })
    await expect(button(page, "Update account sharing")).toBeInViewport()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeProblems(page), `${width} px, ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await tooWide(page)).toEqual([])
    await page.getByRole("link", { name: "My votes" }).click()
    await expect(page).toHaveURL("/userDashboard?tab=votes")
    await expect(page.getByRole("link", { name: "Edit profile" })).toBeHidden()
    await page.close()
  }
  await context.close()
})

test("without JavaScript the account menu has its links and signs out", async ({ browser, server }) => {
  const visit = await visitAs(browser, server.origin, WHO)
  const plain = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    storageState: await visit.context.storageState()
  })
  const page = await plain.newPage()
  const menu = page.locator("header summary")
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto("/")
    await menu.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("header").getByRole("link", { name: "My bonds" })).toBeInViewport({ ratio: 1 })
    expect(await tooWide(page)).toEqual([])
  }
  await page.locator("header").getByRole("link", { name: "Edit profile" }).click()
  await expect(page).toHaveURL("/userDashboard/edit")
  await menu.click()
  await page.locator("header").getByRole("button", { name: "Sign out" }).click()
  await expect(page.locator("header").getByRole("button", { name: "Connect" })).toBeVisible()
  await plain.close()
  await visit.context.close()
})

test("a session without a wallet shows the same links and sends the wallet no request", async ({ browser, server }) => {
  const { context, page, wallet } = await visitAs(browser, server.origin, WHO)
  await page.evaluate(() => localStorage.clear())
  await page.goto("/")
  const account = page.locator("header community-connect [part=button]")
  await expect(account).toHaveAccessibleName("Connect")
  const asked = wallet.requests().length
  await account.click()
  await expect(page.getByRole("link", { name: "Edit profile" })).toBeVisible()
  expect(wallet.requests()).toHaveLength(asked)
  await page.locator("header").getByRole("button", { name: "Sign out" }).click()
  await expect
    .poll(() => page.evaluate(async () => (await (await fetch("/api/wallet/session")).json()).account))
    .toBeNull()
  await context.close()
})
