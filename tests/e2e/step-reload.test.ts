/**
 * The matrix step × reload: everything a wallet signs, with the page reloaded before the wallet responds, between the
 * response and the post, and after the server stored it but before the page knew. No signature is lost, nothing happens
 * twice, and the page that is open then says what happened.
 */
import type { Page } from "@playwright/test"
import { demoAccount } from "~/effects/local/seed/accounts"
import { wellKnown } from "~/ledger/index"
import { accountOf, signer } from "../ledger/signing"
import { publishAs } from "./ballots"
import { type DemoVisit, openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found, goOn, type } from "./forms"
import { manifestOf, naming, sendAs } from "./ledger-signing"
import { preAuthorized } from "./pre-authorize"
import { isPost, reloads, reported, through } from "./reloads"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Marta Lindqvist"

for (const reload of reloads) {
  test(`sign-in, ${reload}`, async ({ browser, server }) => {
    const visit = await visitAs(browser, server.origin, OWNER)
    const { context, page } = visit
    // Without a session, as on the first visit.
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto("/")
    const element = page.locator("header community-connect")
    await expect(element.getByRole("button").first()).toBeVisible()
    await through(visit, reload, {
      click: () => element.getByRole("button").first().click(),
      post: /\/api\/wallet\/session$/
    })
    await expect(element).toHaveAttribute("connected", "")
    const session = async () => (await (await page.request.get("/api/wallet/session")).json()) as { account: unknown }
    await expect.poll(async () => (await session()).account).toBe(visit.wallet.address)
    // The page updates without another reload.
    await expect(page.getByRole("link", { name: "Dashboard" }).first()).toBeVisible()
    await context.close()
  })
}

/** One community for the whole run: founded, with a vote, by the first test that needs it. */
interface Club {
  readonly inside: string
  readonly poll: string
}
const clubs = new Map<string, Promise<Club>>()
const makeClub = async (visit: DemoVisit, name: string): Promise<Club> => {
  const inside = await found(visit.page, name)
  return { inside, poll: await publishAs(visit, OWNER, inside, "Shall we have a second shed?", { voteType: "basic" }) }
}
const clubOf = (visit: DemoVisit, origin: string, run: number) => {
  const key = `${origin} ${run}`
  const club = clubs.get(key) ?? makeClub(visit, `Reload Club ${run}`)
  clubs.set(key, club)
  return club
}

const vote = async (page: Page, poll: string, choice: string) => {
  await page.goto(poll)
  const cast = button(page, "Change vote").or(button(page, "Cast vote")).first()
  await page.getByRole("radio", { name: choice, exact: true }).check()
  await cast.click()
}
const signVote = (page: Page) => ({
  click: () => page.getByRole("button", { name: "Sign with my wallet" }).click(),
  post: /\/api\/ballots$/
})

for (const [at, reload] of reloads.entries()) {
  test(`a vote, ${reload}`, async ({ browser, server }, { repeatEachIndex }) => {
    const visit = await visitAs(browser, server.origin, OWNER)
    const { context, page } = visit
    const { poll } = await clubOf(visit, server.origin, repeatEachIndex)
    const choice = ["Yes", "No", "Abstain"][at] ?? "Yes"
    await vote(page, poll, choice)
    await through(visit, reload, signVote(page))
    // The phone's voting bar is at the same edge, and must not cover the notice.
    await page.setViewportSize({ width: 360, height: 740 })
    await reported(page, /^Your vote on No\. 1: your ballot is in the record\./)
    await expect(page.getByText(`You voted ${choice} on`)).toBeVisible()
    await context.close()
  })

  test(`an announcement, ${reload}`, async ({ browser, server }, { repeatEachIndex }) => {
    const visit = await visitAs(browser, server.origin, OWNER)
    const { context, page } = visit
    const { inside } = await clubOf(visit, server.origin, repeatEachIndex)
    await page.goto(`${inside}/annissue`)
    await expect(page.getByLabel("Sign with my wallet")).toBeChecked()
    const title = `The pump is mended, part ${at + 1}`
    await type(page, "Title", title)
    await page.getByLabel("Text").fill("From nine to noon there is no water in the lower beds.")
    await through(visit, reload, {
      click: () => page.getByRole("button", { name: "Publish", exact: true }).click(),
      post: /\/api\/announcements\/[a-z2-7]{12}$/
    })
    await reported(page, new RegExp(`^Your announcement “${title}”: it is published\\.`))
    await page.goto(`${inside}/annissued`)
    await expect(page.getByRole("link", { name: title })).toHaveCount(1)
    await context.close()
  })

  test(`a proposal, ${reload}`, async ({ browser, server }, { repeatEachIndex }) => {
    const visit = await visitAs(browser, server.origin, OWNER)
    const { context, page } = visit
    // A community of its own: the number of open proposals is limited.
    const inside = await found(page, `Reload Club ${repeatEachIndex} of proposal ${at + 1}`)
    await page.goto(`${inside}/proposals?new=1`)
    await expect(page.getByRole("list", { name: "Steps" })).toBeVisible()
    const title = `A longer hose, part ${at + 1}`
    await type(page, "Title", title)
    await page
      .getByRole("textbox", { name: "Text" })
      .fill("The hose we have ends ten metres before the last bed, and everybody carries cans.")
    await goOn(page, ["Choices", "Rules", "Action", "Review"])
    await through(visit, reload, {
      click: () => button(page, "Sign and publish").click(),
      post: /\/api\/proposals\/[a-z2-7]{12}$/
    })
    await reported(page, new RegExp(`^Your proposal “${title}”: it is published\\.`))
    await page.goto(`${inside}/proposals`)
    await expect(page.getByRole("link", { name: title })).toHaveCount(1)
    await context.close()
  })
}

test("a vote that the wallet approves before any script of the page has loaded", async ({ browser, server }, {
  repeatEachIndex
}) => {
  const visit = await visitAs(browser, server.origin, OWNER)
  const { context, page, wallet } = visit
  const { poll } = await clubOf(visit, server.origin, repeatEachIndex)
  await vote(page, poll, "No")
  const held = wallet.hold()
  const { click: clickOn, post } = signVote(page)
  const before = wallet.requests().length
  await clickOn()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  let scriptsMayCome = () => {}
  const waited = new Promise<void>((resolve) => {
    scriptsMayCome = resolve
  })
  await page.route(/\.js$/, (route) => waited.then(() => route.continue()))
  await page.reload({ waitUntil: "commit" })
  await page.locator("main").waitFor()
  const response = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener("radix#chromeExtension#receive", (event) => {
          if (event instanceof CustomEvent && !("eventType" in event.detail)) resolve()
        })
      })
  )
  const posted = page.waitForRequest(isPost(post))
  held.release()
  await response
  scriptsMayCome()
  await posted
  await reported(page, /^Your vote on No\. 1: your ballot is in the record\./)
  await context.close()
})

test("a vote the server refuses after a reload is reported as well", async ({ browser, server }, {
  repeatEachIndex
}) => {
  const visit = await visitAs(browser, server.origin, OWNER)
  const { context, page } = visit
  const { poll } = await clubOf(visit, server.origin, repeatEachIndex)
  await vote(page, poll, "No")
  await page.route(/\/api\/ballots$/, (route) =>
    route.fulfill({
      status: 409,
      json: { code: "E-CLOSED", message: "Voting closed. Your ballot was not counted.", requestId: "r" }
    })
  )
  await through(visit, reloads[0], signVote(page))
  await reported(page, /^Your vote on No\. 1 was not completed: Voting closed\. Your ballot was not counted\./)
  await context.close()
})

test.describe("a bond order", () => {
  const name = "Nora Fitzgerald"

  test.beforeAll(async ({ server }) => {
    // The demonstration issues its bonds after the server has started.
    test.setTimeout(120_000)
    const payInto = `CALL_METHOD Address("${demoAccount(name)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();\n`
    await sendAs(server.origin, name, `CALL_METHOD Address("${wellKnown("faucet", 2)}") "free";\n${payInto}`)
  })

  for (const reload of reloads) {
    test(reload, async ({ browser, server }) => {
      const visit = await visitAs(browser, server.origin, name)
      const { context, page } = visit
      await openCommunity(page, "solar-roof", "bondissued?series=SUN-2028A")
      const mine = page.getByText("5 units, 500 XRD")
      const before = await mine.count()
      await expect(async () => {
        // While an earlier order waits, the form for another one is collapsed.
        for (const more of await page.locator("details", { hasText: "Order more units" }).all()) {
          await more.evaluate((fold) => fold.setAttribute("open", ""))
        }
        await field(page, "Units").fill("5")
        await page.getByLabel("I have read the terms").check()
        await expect(button(page, "Order")).toBeEnabled({ timeout: 1_000 })
      }).toPass()
      await through(visit, reload, {
        click: () => button(page, "Order").click(),
        post: /\/api\/bonds\/[^/]+\/orders\/[^/]+$/,
        response: () => preAuthorized(server.origin, visit, name)
      })
      await reported(page, /^Your order: it is recorded\. Nothing has left your wallet\./)
      await expect(mine).toHaveCount(before + 1)
      await context.close()
    })
  }
})

test("a transaction, and a payout batch after the response, before the post", async ({ browser, server }) => {
  test.slow() // waits for the demonstration's own transactions
  const name = "Nora Fitzgerald"
  const visit = await visitAs(browser, server.origin, name)
  const { page } = visit
  const transactions = () => visit.wallet.requests().filter(({ items }) => items.discriminator === "transaction").length
  const step = (word: string) => ({
    click: () => button(page, word).click(),
    post: /\/api\/prepared-transactions\/[^/]+$/,
    answer: async () => naming(await sendAs(server.origin, name, manifestOf(visit)))
  })
  await page.goto("/exploreDao/quiet-room/deploy")
  for (const heading of ["Admin account", "Token", "Locker", "Links"]) {
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible()
    await button(page, "Next").click()
  }
  await button(page, "Prepare the transaction").click()
  await expect(button(page, "Sign in my wallet")).toBeVisible()
  await through(visit, reloads[0], step("Sign in my wallet"))
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 60_000 })
  expect(transactions()).toBe(1)

  // With three members payouts need no vote.
  await page.goto("/myCommunities?tab=owned")
  const room = await page.getByRole("link", { name: "Quiet Room" }).first().getAttribute("href")
  await page.goto(`${room}/tokenDistribution?new=1`)
  await page.getByLabel("Title").fill("Harvest share")
  await page.getByLabel("From a list").check()
  await page.getByLabel("List", { exact: true }).fill(`${accountOf(signer(61))};40`)
  await button(page, "Preview").click()
  await through(visit, reloads[1], step("Pay 1 person 40 QUIE"))
  await expect(page.getByText("1 of 1 batch confirmed, 1 of 1 person paid, 0 unclaimed.")).toBeVisible({
    timeout: 60_000
  })
  expect(transactions()).toBe(2)
  await visit.context.close()
})
