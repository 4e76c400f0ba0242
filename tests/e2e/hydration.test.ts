/**
 * Pages that hydrate lose nothing that was typed, and no press before that does something else than it says
 * (docs/architecture.md, "How a page hydrates").
 */
import type { Page, Request } from "@playwright/test"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { listens, slowLine, slowPhone } from "./slow-line"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })
test.describe.configure({ mode: "parallel" })

test("text typed before hydration stays, and so does the focus", async ({ page }) => {
  const line = await slowLine(page)
  await page.goto("/support", { waitUntil: "domcontentloaded" })
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

test("a vote filled in before hydration is cast with the same choice, on a slow phone too", async ({
  browser,
  server
}) => {
  const visit = await visitAs(browser, server.origin, "Piet van Dam")
  const { context, page } = visit
  await openCommunity(page, "riverside-garden", "proposals")
  await page.getByRole("link", { name: "Replace the north water tank before spring" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Replace the north water tank" })).toBeVisible()
  const path = pathOf(page)
  const line = await openInside(visit, path)
  await page.getByRole("radio", { name: "Yes", exact: true }).check()
  await page.getByLabel("Reason (optional)").fill("It leaks on my shoes.")
  await expect(button(page, "Cast vote")).toBeDisabled()
  await slowPhone(page)
  line.letThrough()
  await button(page, "Cast vote").click()
  const summary = page.getByRole("dialog", { name: "Your ballot", exact: true })
  await expect(summary).toContainText("It leaks on my shoes.")
  expect(pathOf(page)).toBe(path)
  await context.close()
})

test("an announcement typed before hydration is signed with the times that were typed", async ({ browser, server }) => {
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
  await expect(button(page, "Publish")).toBeDisabled()
  line.letThrough()
  await button(page, "Publish").click()
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
  // The form's button waits for scripts, and so does Enter.
  await page.keyboard.press("Enter")
  await expect(button(page, "Check")).toBeDisabled()
  again.letThrough()
  await button(page, "Check").click()
  await expect(page.getByLabel("Address of a result page")).toHaveAttribute("aria-invalid", "true")
  expect(posts).toEqual([])
})

test("signing out works before hydration, and where files are gone", async ({ browser, server }) => {
  const visit = await visitAs(browser, server.origin, "Ruth Okafor")
  const { context, page } = visit
  await openInside(visit, "/userDashboard/edit?tab=privacy")
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click()
  await expect
    .poll(async () => {
      const jar = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
      return (await fetch(`${server.origin}/api/exports/me`, { headers: { Cookie: jar } })).status
    })
    .toBe(401)
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
