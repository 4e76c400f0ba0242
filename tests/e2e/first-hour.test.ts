/**
 * The first hour of a newcomer, from an empty browser and by clicks alone: a member who comments, votes and orders,
 * then a community of their own on the ledger that pays two people. Every click and signature is counted.
 */
import { expect, type Page } from "@playwright/test"
import { axeProblems } from "./axe"
import { test } from "./fixtures"
import { button, fillProfile, somebody, submitCode } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo", PRACTICE_WALLET: "on" } })

/** Most clicks that all of it may take. */
const MOST_PRESSES = 55
/** Signing in, the vote, the order, the deployment, the payout. */
const SIGNATURES = 5

/** Counts clicks as a person would, also inside the wallet. Keys and the system's file dialog do not count. */
const countClicks = async (page: Page) => {
  const counted = { clicks: 0 }
  await page.exposeFunction("clicked", () => {
    counted.clicks += 1
  })
  await page.addInitScript(() => {
    window.addEventListener("pointerdown", (event) => event.isTrusted && Object(window).clicked(), { capture: true })
  })
  return counted
}

const walletOf = (page: Page) => page.getByRole("dialog", { name: /practice wallet/i })

/** Approves a request in the practice wallet that shows this text. */
const signer = (page: Page) => {
  const signed = { times: 0 }
  const approve = async (...approvals: ReadonlyArray<string | RegExp>) => {
    const panel = walletOf(page)
    for (const words of approvals)
      await expect(panel.getByRole("listitem").filter({ hasText: words }).first()).toBeVisible()
    await panel.getByRole("button", { name: "Approve" }).click()
    await expect(panel).toHaveCount(0)
    signed.times += 1
  }
  return { signed, approve }
}

/** Subscribes to this community's live events, and resolves with the first one of this kind. */
const notifiedThat = async (page: Page, kind: string) => {
  await page.evaluate((wanted) => {
    const community = location.pathname.split("/")[3]
    const stream = new EventSource(`/api/events?community=${community}`)
    const heard = new Promise<void>((resolve) => stream.addEventListener(wanted, () => resolve()))
    Object.assign(window, { heard: heard.then(() => stream.close()) })
    return new Promise<void>((resolve) => stream.addEventListener("open", () => resolve()))
  }, kind)
  return () => page.evaluate((): Promise<void> => Object(window).heard)
}

test("in the first hour a newcomer joins, comments, votes, orders, founds a community and pays two people", async ({
  mailbox,
  page
}, testInfo) => {
  test.setTimeout(180_000)
  const person = somebody(testInfo)
  page.setDefaultTimeout(15_000)
  const counted = await countClicks(page)
  const { approve, signed } = signer(page)
  const main = page.getByRole("main")
  const panel = walletOf(page)
  const link = (name: string | RegExp) => page.getByRole("link", { name }).first()
  const isNew = page.getByRole("button", { name: / new – refresh$/ })
  const join = async () => {
    await page.locator(".join-menu > summary").click()
    await page.getByRole("checkbox", { name: /house rules/i }).check()
    await page.locator(".join-menu").getByRole("button", { name: "Join", exact: true }).click()
    await expect(page.locator(".join-menu > summary")).toHaveText("Membership")
  }

  await test.step("signs up", async () => {
    await page.goto("/")
    await button(page, "Connect and start").click()
    await approve("Log in as Practice Person, with a signed proof.")
    // The profile is next, without another click.
    await expect(page).toHaveURL("/signup")
    await fillProfile(page, person)
    await button(page, "Next").click()
    await button(page, "Skip").click()
    await submitCode(page, await mailbox.lastCode(person.email))
    await expect(page).toHaveURL("/userDashboard")
    await expect(page.locator("header").getByRole("button", { name: person.name })).toBeVisible()
  })

  await test.step("joins, is offered a vote, and votes", async () => {
    await main.getByRole("link", { name: "Explore" }).first().click()
    await link("Night Film Club").click()
    await join()
    // The vote opens a moment after she joined, and the page offers it without a reload.
    const joined = main.getByRole("status").filter({ hasText: "You are now a member of Night Film Club." })
    await expect(joined).toContainText("A vote is open for you: Which short film goes first? (round 1)")
    await joined.getByRole("link", { name: "Vote", exact: true }).click()
    await page.getByRole("radio", { name: "Half Past Harbour" }).check()
    await button(page, "Cast vote").click()
    await button(page, "Sign with my wallet").click()
    await approve("Prove with a signature that you own Practice Main.")
    const receipt = page.getByRole("dialog", { name: "Your ballot is in the record" })
    await expect(receipt.locator("p").first()).toHaveText(
      "You voted Half Past Harbour. Your ballot counts unless you cast another one before the close."
    )
    await page.keyboard.press("Escape")
    await expect(button(page, "Change vote")).toBeVisible()
    await expect(page.getByText("You voted Half Past Harbour on")).toBeVisible()
  })

  await test.step("comments below it", async () => {
    await page.getByRole("textbox", { name: "Your reply" }).fill("The harbour one, for its sound.")
    await button(page, "Reply").click()
    await expect(main.getByText("The harbour one, for its sound.", { exact: true })).toBeVisible()
  })

  await test.step("orders, and reads the terms before signing and what is next afterwards", async () => {
    await link("Community").click()
    await link(/^Second roof, east wing/).click()
    await link(/^Buy$/).click()
    await join()
    await page.getByLabel("Units", { exact: true }).fill("20")
    await expect(page.getByText("You hold 0 XRD; 2,000 is needed.")).toBeVisible()
    await main.getByRole("button", { name: "Practice wallet" }).click()
    await panel.getByRole("button", { name: "Get test tokens" }).click()
    await expect(panel.getByText("10,000 test XRD arrived in Practice Main.")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.getByLabel("I have read the terms").check()
    const moved = await notifiedThat(page, "order")
    await button(page, "Order").click()
    await approve(
      "Send 2,000 XRD from Practice Main.",
      "In the same transaction exactly 20 SUN2028A must come to Practice Main, and nothing else. Otherwise nothing moves."
    )
    const mine = page.getByRole("region", { name: "My order", exact: true })
    await expect(mine.getByText("20 units, 2,000 XRD")).toBeVisible()
    await expect(mine.getByText(/Ordered\. Nothing has left your wallet\. It will be swapped/)).toBeVisible()
    await expect(mine.getByRole("heading", { name: "My order" })).toBeFocused()
    // A second order takes more than one click, and the buyer is not notified of their own.
    await expect(button(page, "Order")).toBeHidden()
    await expect(page.getByLabel("I have read the terms")).not.toBeChecked()
    await moved()
    await expect(isNew).toHaveCount(0)
    // Waits for the connect button to fade back from its success.
    await expect.poll(() => axeProblems(page)).toEqual([])
  })

  const community = `Tool Library ${testInfo.repeatEachIndex}`
  await test.step("founds a community on the ledger", async () => {
    await link("My communities").click()
    await main.getByRole("link", { name: /start/i }).first().click()
    await expect(page.getByRole("heading", { name: "Basics", exact: true })).toBeVisible()
    await page.getByLabel("Name", { exact: true }).fill(community)
    await page.getByLabel("Tagline", { exact: true }).fill("Borrow a drill, lend a ladder.")
    await page.getByLabel("Neighbourhoods", { exact: true }).check()
    for (const step of ["people", "decisions", "review"]) {
      await button(page, "Next").click()
      await expect(page).toHaveURL(new RegExp(`step=${step}`))
    }
    await button(page, "Publish community").click()
    await expect(page.getByRole("heading", { name: community })).toBeVisible()
    await main
      .getByRole("link", { name: /ledger/i })
      .first()
      .click()
    for (const step of ["Admin account", "Token", "Locker", "Links"]) {
      await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
      await button(page, "Next").click()
    }
    await button(page, "Prepare the transaction").click()
    await button(page, "Sign in my wallet").click()
    // Entities that the transaction is about to create have no address yet.
    await expect(panel.getByText(/(account|resource|locker)_…/)).toHaveCount(0)
    await approve("Receive 1 of a new token in Practice Main.", "Give 1,000,000 of a new token to a new account.")
    await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
  })

  await test.step("pays two people", async () => {
    await link("Pay people").click()
    const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem")
    await expect(steps.first()).toHaveAttribute("aria-current", "step")
    await page.getByRole("complementary", { name: "Ledger" }).getByRole("button", { name: "Practice wallet" }).click()
    await expect(panel.locator("code")).toHaveCount(2)
    const accounts = await panel.locator("code").allTextContents()
    await page.keyboard.press("Escape")
    await page.getByLabel("Title").fill("Thanks for the ladders")
    await page.getByLabel("From a list").check()
    await page.getByRole("textbox", { name: "List" }).fill(accounts.map((account) => `${account},25`).join("\n"))
    await button(page, "Preview").click()
    await expect(page.getByText(/^2 recipients\./)).toBeVisible()
    const moved = await notifiedThat(page, "chunk")
    await page.getByRole("button", { name: /^Pay 2 people 50 / }).click()
    await approve(/^Receive 25 .* in Practice Savings\.$/)
    await expect(page.getByText("1 of 1 batch confirmed, 2 of 2 people paid, 0 unclaimed.")).toBeVisible({
      timeout: 30_000
    })
    await moved()
    await expect(isNew).toHaveCount(0)
  })

  await test.step("has the end of the sale as one of their dates", async () => {
    await page.goto("/userDashboard")
    const dates = page.getByRole("region", { name: "Next 30 days" })
    await expect(
      dates.getByText(/The sale of SUN-2028A, in which you ordered, closes in Solar Roof Circle/)
    ).toBeVisible()
  })

  expect(counted.clicks).toBeLessThanOrEqual(MOST_PRESSES)
  expect(signed.times).toBe(SIGNATURES)
})

test("any page can advance the clock by a day, also without JavaScript, and shows the new date", async ({
  browser,
  server
}) => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  const ledger = page.getByRole("complementary", { name: "Ledger" })
  const day = async () => Date.parse((await ledger.locator("form").textContent())?.match(/\d+ \w+ \d{4}/)?.[0] ?? "")
  await page.goto("/explore?q=film")
  const before = await day()
  await ledger.getByRole("button", { name: "Skip a day" }).click()
  await expect(page).toHaveURL("/explore?q=film")
  await expect(
    page
      .getByRole("searchbox")
      .or(page.getByLabel(/search/i))
      .first()
  ).toHaveValue("film")
  expect((await day()) - before).toBe(86_400_000)
  await context.close()
})
