/**
 * Browser notifications: turned on by a click, listed, received, and ended by signing out. No push service can be
 * reached here, so the browser's subscription is a double with real keys, and local mode's mailbox is what arrives.
 */
import type { BrowserContext } from "@playwright/test"
import { makeBrowser } from "../effects/base/push/browser"
import { tooWide } from "./appearance"
import { axeProblems } from "./axe"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { SEED: "demo" }, serviceWorkers: "allow" })

const SETTINGS = "/userDashboard/edit?tab=notifications"

/** What a browser with a push service would return. */
const subscribeAs = async (context: BrowserContext) => {
  const { subscription } = makeBrowser()
  await context.addInitScript(({ auth, endpoint, p256dh }) => {
    const made = { toJSON: () => ({ endpoint, keys: { auth, p256dh } }) }
    PushManager.prototype.subscribe = async ({ userVisibleOnly } = {}) => {
      if (userVisibleOnly !== true) throw new Error("browsers insist on it")
      return made as unknown as PushSubscription
    }
  }, subscription)
}

test("browser notifications are turned on by a click, chosen, received, and end with the sign-out", async ({
  browser,
  mailbox,
  server
}) => {
  test.setTimeout(180_000)
  const ruth = await visitAs(browser, server.origin, "Ruth Okafor")
  const { context, page } = ruth
  await context.grantPermissions(["notifications"], { origin: server.origin })
  await subscribeAs(context)
  await page.goto(SETTINGS)
  const part = page.getByRole("region", { name: "Browser notifications" })
  await expect(part.getByText("They are encrypted for this browser", { exact: false })).toBeVisible()
  await part.getByLabel(/^Votes that close/).uncheck()
  await part.getByRole("button", { name: "Turn on in this browser" }).click()
  await expect(part.getByRole("status").filter({ hasText: "Notifications are on in this browser." })).toBeVisible()
  const line = part.getByRole("listitem").filter({ hasText: "This browser" })
  await expect(line).toContainText("Chrome on")
  await expect(line).toContainText("Nothing sent yet")
  await expect(part.getByLabel(/^Votes that close/)).not.toBeChecked()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tooWide(page)).toEqual([])
    expect(await axeProblems(page)).toEqual([])
  }
  await part.getByLabel(/^Money to claim/).uncheck()
  await part.getByRole("button", { name: "Save choices" }).click()
  await expect(part.getByRole("status").filter({ hasText: "Saved." })).toBeVisible()

  // Another member mentions her, and her browser is notified.
  const piet = await visitAs(browser, server.origin, "Piet van Dam")
  await openCommunity(piet.page, "riverside-garden", "discussion")
  await piet.page.getByRole("link", { name: "New thread" }).click()
  await piet.page.getByLabel("Title").fill("Seeds for spring")
  await piet.page.getByLabel("Text", { exact: true }).fill("What do you think, @Ruth Okafor?")
  await piet.page.getByRole("button", { name: "Start the thread", exact: true }).click()
  await expect(piet.page.getByRole("heading", { name: "Seeds for spring" })).toBeVisible()
  const notice = async () => (await mailbox.emails()).find(({ to }) => to.startsWith("push:Chrome on"))
  await expect.poll(notice, { timeout: 30_000 }).toMatchObject({ subject: "Riverside Garden Co-op" })

  await page.goto("/userDashboard/edit?tab=privacy")
  await page.locator("main").getByRole("button", { name: "Sign out", exact: true }).click()
  const session = async () => (await page.request.get(`${server.origin}/api/wallet/session`)).json()
  await expect.poll(session).toEqual({ account: null })
  const again = await visitAs(browser, server.origin, "Ruth Okafor")
  await again.page.goto(SETTINGS)
  await expect(again.page.getByRole("button", { name: "Turn on in this browser" })).toBeVisible()
  await expect(again.page.getByRole("button", { name: /^Turn off notifications/ })).toHaveCount(0)
  for (const each of [ruth, piet, again]) await each.context.close()
})

test("browser notifications are not turned on if the browser's own question is declined", async ({
  browser,
  server
}) => {
  const { context, page } = await visitAs(browser, server.origin, "Clara Monteiro")
  await context.addInitScript(() => {
    Notification.requestPermission = async () => "denied"
  })
  // Waits for hydration: before, a click does not ask the browser.
  await page.goto("/userDashboard/edit")
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
  await page.getByRole("link", { name: "Notifications", exact: true }).click()
  await page.getByRole("button", { name: "Turn on in this browser" }).click()
  await expect(
    page.getByRole("alert").filter({ hasText: "This browser blocks notifications from this site." })
  ).toBeVisible()
  await context.close()
})
