/** Founding a community and changing its settings, with the refusals on the way. */
import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures"
import { installScriptedWallet } from "./scripted-wallet"
import { button, signUp, somebody, someHoursLater } from "./wizard-steps"

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Types until the page has taken it: keys pressed before hydration may be lost. */
const type = async (page: Page, label: string, text: string) => {
  await expect(async () => {
    await field(page, label).fill(text)
    await expect(field(page, label)).toHaveValue(text, { timeout: 1_000 })
  }).toPass()
}

const basics = async (page: Page, name: string) => {
  await page.goto("/create")
  await expect(heading(page, "Basics")).toBeVisible()
  await type(page, "Name", name)
  await type(page, "Tagline", "Borrow a drill, lend a ladder.")
}

test("Ada founds a community, finds its draft on another device, and opens it @short", async ({
  browser,
  page,
  wallet: _,
  mailbox,
  local,
  server
}, testInfo) => {
  test.setTimeout(180_000)
  await someHoursLater(local)
  const ada = somebody(testInfo)
  await signUp(page, mailbox, ada)
  const name = `Tool Library ${testInfo.repeatEachIndex}`
  const slug = `tool-library-${testInfo.repeatEachIndex}`

  await test.step("basics: the address follows the name, tags are asked for", async () => {
    await basics(page, name)
    await expect(field(page, "Address")).toHaveValue(slug)
    await button(page, "Next").click()
    await expect(page.getByRole("alert").getByText("Choose 1 to 5 tags.")).toBeVisible()
    await expect(field(page, "Name")).toHaveValue(name)
    await field(page, "Neighbourhoods").check()
    await button(page, "Next").click()
    await expect(page).toHaveURL(/step=people/)
  })

  await test.step("people and decisions explain what they mean for her", async () => {
    await page.getByRole("radio", { name: /^By approval/ }).check()
    await button(page, "Next").click()
    await expect(page).toHaveURL(/step=decisions/)
    await page.getByRole("radio", { name: /^Co-operative/ }).check()
    await expect(page.getByText("With 40 members, at least 10 must vote.").first()).toBeVisible()
    await page.getByText("Advanced settings").click()
    const hours = page.getByRole("group", { name: "Spending" }).getByLabel("Voting time")
    await hours.fill("23")
    await button(page, "Next").click()
    await expect(page.getByRole("alert").getByText("Enter a whole number of hours from 24 to 336.")).toBeVisible()
    await expect(hours).toHaveValue("23")
    await hours.fill("96")
    await button(page, "Next").click()
    await expect(page).toHaveURL(/step=review/)
    await expect(page.getByText("4 days, 25% quorum, at least 66%")).toBeVisible()
  })

  await test.step("a draft is visible to her alone, on every device of hers", async () => {
    await button(page, "Save as draft").click()
    await expect(page).toHaveURL(/tab=drafts/)
    const cookies = await page.context().cookies()
    // Without JavaScript the session alone lets her in: no wallet is paired with this browser yet.
    const other = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
    await other.addCookies(cookies)
    const device = await other.newPage()
    await device.goto("/myCommunities?tab=drafts")
    await expect(device.getByRole("link", { name, exact: true })).toBeVisible()
    expect((await fetch(`${server.origin}/explore/${slug}`)).status).toBe(404)
    await button(device, `Discard draft ${name}`).click()
    await expect(device.getByText("Draft discarded.")).toBeVisible()
    await expect(device.getByText("No drafts.")).toBeVisible()
    await button(device, "Undo").click()
    await expect(device.getByText("The draft is back.")).toBeVisible()
    await expect(device.getByRole("link", { name, exact: true })).toBeVisible()
    await other.close()
  })

  await test.step("what is discarded comes back, in the list and in the form", async () => {
    await page.reload()
    await button(page, `Discard draft ${name}`).click()
    await expect(page.getByText("No drafts.")).toBeVisible()
    await button(page, "Undo").click()
    await expect(page.getByText("The draft is back.")).toBeVisible()
    await page.getByRole("link", { name: "Continue" }).click()
    await type(page, "Tagline", "Borrow a saw.")
    await button(page, "Next").click()
    await button(page, "Discard draft").click()
    await expect(field(page, "Tagline")).toHaveValue("Borrow a drill, lend a ladder.")
    await button(page, "Undo").click()
    await expect(page.getByText("The draft is back.")).toBeVisible()
    await expect(field(page, "Tagline")).toHaveValue("Borrow a saw.")
    await page.goto("/myCommunities?tab=drafts")
  })

  await test.step("opened, the community is visible to everyone, and she is its owner", async () => {
    await page.getByRole("link", { name: "Continue" }).click()
    await expect(field(page, "Name")).toHaveValue(name)
    await page.goto(`${page.url()}&step=review`)
    await button(page, "Publish community").click()
    await expect(page).toHaveURL(/\/community\/detail\/[a-z2-7]{12}/)
    await expect(heading(page, name)).toBeVisible()
    await expect(page.locator(".community-head").getByText("Owner", { exact: true })).toBeVisible()
    await expect(heading(page, "First steps")).toBeVisible()
    await expect(page).toHaveTitle(`${name} · Commonhold`)
    expect((await fetch(`${server.origin}/explore/${slug}`)).status).toBe(200)
  })

  await test.step("no tab is dead", async () => {
    const tabs = page.getByRole("navigation", { name: "Community", exact: true })
    for (const tab of ["Proposals", "Announcements", "Bonds", "Tokens", "Overview"]) {
      await tabs.getByRole("link", { name: tab, exact: true }).click()
      await expect(tabs.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page")
    }
  })
})

test("two people edit the settings at the same time; only the owner may open them", async ({
  browser,
  page,
  wallet: _,
  mailbox,
  local,
  server,
  expectedErrors
}, testInfo) => {
  test.setTimeout(180_000)
  expectedErrors.push(/409|403/)
  await someHoursLater(local)
  await signUp(page, mailbox, somebody(testInfo))
  const name = `Seed Bank ${testInfo.repeatEachIndex}`
  await basics(page, name)
  await field(page, "Farming").check()
  await button(page, "Next").click()
  await expect(page).toHaveURL(/step=people/)
  for (const step of ["decisions", "review"]) {
    await button(page, "Next").click()
    await expect(page).toHaveURL(new RegExp(`step=${step}`))
  }
  await button(page, "Publish community").click()
  await expect(heading(page, "First steps")).toBeVisible()
  const settings = `${new URL(page.url()).pathname}?panel=settings`

  await test.step("the second to save sees both texts and loses neither", async () => {
    const second = await page.context().newPage()
    await page.goto(settings)
    await second.goto(settings)
    await type(page, "Tagline", "We keep old seeds.")
    await type(second, "Tagline", "We swap old seeds.")
    await button(page, "Save").click()
    await expect(page.getByText("Saved.")).toBeVisible()
    await button(second, "Save").click()
    await expect(
      second.getByText("Someone changed this meanwhile. Your text is kept; compare and save again.")
    ).toBeVisible()
    await expect(second.getByRole("region", { name: "Stored now" })).toContainText("We keep old seeds.")
    await expect(field(second, "Tagline")).toHaveValue("We swap old seeds.")
    await button(second, "Save").click()
    await expect(second.getByText("Saved.")).toBeVisible()
    await second.goto(new URL(page.url()).pathname)
    await expect(second.locator(".community-head")).toContainText("We swap old seeds.")
    await second.close()
  })

  await test.step("another member reads that only the owner can", async () => {
    const context = await browser.newContext({ baseURL: server.origin })
    const other = await context.newPage()
    await installScriptedWallet(other, { label: "Ben", seed: `${testInfo.testId}-ben-${testInfo.repeatEachIndex}` })
    await signUp(other, mailbox, somebody(testInfo, "ben"))
    const response = await other.goto(settings)
    expect(response?.status()).toBe(403)
    await expect(other.getByText("Only the owner can change settings.")).toBeVisible()
    await expect(other.locator(".inside-head").getByRole("link", { name, exact: true })).toBeVisible()
    await context.close()
  })
})

test("without JavaScript the same forms found a community and change its settings", async ({
  browser,
  page,
  wallet: _,
  mailbox,
  local,
  server
}, testInfo) => {
  test.setTimeout(120_000)
  await someHoursLater(local)
  await signUp(page, mailbox, somebody(testInfo))
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()

  await test.step("an invalid step keeps what was typed, a valid one leads on", async () => {
    await plain.goto("/create")
    await field(plain, "Name").fill(`Paper Club ${testInfo.repeatEachIndex}`)
    await button(plain, "Next").click()
    await expect(plain.getByRole("alert").getByText("Choose 1 to 5 tags.")).toBeVisible()
    await expect(field(plain, "Address")).toHaveValue(`paper-club-${testInfo.repeatEachIndex}`)
    await field(plain, "Tagline").fill("We fold.")
    await field(plain, "Arts").check()
    await button(plain, "Next").click()
    await expect(plain.getByLabel(/^Token address/)).toBeVisible()
    await button(plain, "Next").click()
    await plain.getByRole("radio", { name: /^Co-operative/ }).check()
    await button(plain, "Show its numbers").click()
    await plain.getByText("Advanced settings").click()
    await expect(plain.getByRole("group", { name: "Decision" }).getByLabel("Quorum")).toHaveValue("25")
    await button(plain, "Next").click()
    await button(plain, "Publish community").click()
    await expect(heading(plain, `Paper Club ${testInfo.repeatEachIndex}`)).toBeVisible()
  })

  await test.step("settings save, and say what is missing", async () => {
    const base = new URL(plain.url()).pathname
    await plain.goto(`${base}?panel=settings`)
    await field(plain, "Tagline").fill("We fold and cut.")
    await button(plain, "Save").click()
    await expect(plain.getByText("Saved.")).toBeVisible()
    await plain.goto(`${base}?panel=settings&part=archive`)
    await button(plain, "Archive").click()
    await expect(plain.getByRole("alert").getByText("Tick the box to archive the community.")).toBeVisible()
    await plain.getByLabel("I am sure").check()
    await button(plain, "Archive").click()
    await expect(plain.locator(".inside-head").getByText("Archived")).toBeVisible()
  })
  await context.close()
})
