/**
 * Paying a list: reasons and fixes line by line, one batch signed by the treasurer, and a claim for the account that
 * refuses deposits. Every transaction is really signed and confirmed on the ledger.
 */
import type { Page } from "@playwright/test"
import { demoAccount } from "~/effects/local/seed/accounts"
import { accountOf, signer } from "../ledger/signing"
import { isShort } from "../sets"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { manifestOf, naming, sendAs, signsAs } from "./ledger-signing"
import { proofBy, sessionOf } from "./plain-session"
import { deploy, OWNER, roomOf, type Visit } from "./quiet-room"
import { slowLine } from "./slow-line"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const SHY = "Priya Nair"

/** Shortens decisions about spending to one day. With three members the owner may still change that without a vote. */
const hasten = async (page: Page, room: string) =>
  expect(async () => {
    await page.goto(`${room}?panel=settings&part=decisions`)
    await page.getByText("Advanced settings").click()
    await page.getByRole("group", { name: "Spending", exact: true }).getByLabel("Voting time").fill("24")
    await page.getByLabel("Review before voting", { exact: true }).fill("0")
    await button(page, "Save").click()
    await expect(page.getByText("1 day, 20% quorum, at least 60%")).toBeVisible({ timeout: 5_000 })
  }).toPass()

/** Four more members, who join by requests alone. */
const joinFour = async (page: Page, origin: string, room: string) => {
  await page.goto(`${room}/members?tab=invitations`)
  await page.getByLabel("For how many people").fill("4")
  await button(page, "Create invitation").click()
  const link = (await page.locator(".invite-line .digest").first().textContent()) ?? ""
  const invite = new URL(link).searchParams.get("invite") ?? ""
  for (const name of ["Marta Lindqvist", "Ruth Okafor", "Piet van Dam", "Ines Carvalho"]) {
    const session = await sessionOf(origin, name)
    await session.post(`${room}/invitation?invite=${invite}`, { intent: "join", invite, rules: "yes" })
  }
}

const votes = async (origin: string, name: string, proposal: string) => {
  const { call } = await sessionOf(origin, name)
  const wanted = { proposal, choice: "yes", reason: "" }
  const { ballot, digest } = (await call("/api/ballots/prepare", wanted)) as { ballot: unknown; digest: string }
  await call("/api/ballots", { ballot, proof: proofBy(name, digest, origin) })
}

/** The requests that the page of a run sends to prepare batches. */
const nextsOf = (page: Page): ReadonlyArray<string> => {
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.method() === "POST" && request.postData()?.includes("intent=next")) sent.push(request.url())
  })
  return sent
}

/** Clicks, and revalidates the page while the form is in flight, as after a reconnected live stream. */
const clickedAsPageReloads = async (page: Page, clickOn: () => Promise<void>) => {
  let arrive = () => {}
  let letGo = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const path = /\/tokenDistribution(\.data)?\?/
  await page.route(path, async (route) => {
    if (route.request().method() === "POST") {
      arrive()
      await held
    }
    await route.fallback()
  })
  await clickOn()
  await arrived
  await page.evaluate(async () => {
    const router = Object(window).__remixRouter
    router.revalidate()
    while (router.state.revalidation !== "idle") await new Promise(requestAnimationFrame)
  })
  letGo()
}

/** Seven members share an amount by rule, after a vote on exactly these rows. */
const shareByVote = async (visit: Visit, room: string, advance: (seconds: number) => Promise<void>) => {
  const { page } = visit
  const { origin } = new URL(page.url())
  await hasten(page, room)
  await joinFour(page, origin, room)
  await page.goto(`${room}/tokenDistribution?new=1`)
  await expect(
    page.getByText("Every payout needs a vote, because this community has more than 3 members.")
  ).toBeVisible()
  await page.getByLabel("Title").fill("A share of the harvest")
  await page.getByLabel("By rule").check()
  await page.getByLabel("Pool").fill("1000")
  await button(page, "Preview").click()
  await expect(page.getByText(/^7 recipients\./)).toBeVisible()
  await expect(page.getByText("0.05 QRM", { exact: true })).toBeVisible()
  const run = page.url()
  await button(page, "Continue to the vote").click()
  await button(page, "Put to a vote").click()
  await expect(page).toHaveURL(/draft=[a-z2-7]{12}/)
  const proposal = new URL(page.url()).searchParams.get("draft") ?? ""
  await page
    .getByRole("textbox", { name: "Text", exact: true })
    .fill("Everybody weeded. Everybody gets the same part of what the harvest brought.")
  for (const heading of ["Choices", "Rules", "Action", "Review"]) {
    await button(page, "Next").click()
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused()
  }
  await button(page, "Sign and publish").click()
  await expect(page).toHaveURL(/proposals\?p=1$/)
  for (const name of [OWNER, "Ruth Okafor"]) await votes(origin, name, proposal)
  await page.goto(run)
  await expect(page.getByText("is being voted on.")).toBeVisible()
  await advance(24 * 3_600 + 60)
  await expect(async () => {
    await page.goto(run)
    await expect(page.getByText("has passed.")).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await button(page, "Continue").click()
  await signsAs(visit, OWNER, (at) => button(at, "Pay 7 people 999.95 QRM").click())
  // One of the seven refuses deposits.
  await expect(page.getByText("1 of 1 batch confirmed, 6 of 7 people paid, 1 unclaimed.")).toBeVisible({
    timeout: 30_000
  })
  await expect(page.getByRole("cell", { name: "142.85" })).toHaveCount(7)
  await expect(page.getByText("0.05 QRM of the pool is left over and stays in the treasury.")).toBeVisible()
}

test("a list is corrected and paid in one batch; an account that refuses deposits collects its claim @short", async ({
  browser,
  local,
  server
}) => {
  test.setTimeout(300_000) // several transactions, each confirmed on the ledger
  const { origin } = server
  // Waits for the demonstration's own transactions.
  const shy = demoAccount(SHY)
  await sendAs(origin, SHY, `CALL_METHOD Address("${shy}") "set_default_deposit_rule" Enum<1u8>();\n`)
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit)

  const room = await roomOf(page)
  await page.goto(`${room}/tokenDistribution`)
  await page.getByRole("link", { name: "Pay people" }).click()
  await page.getByLabel("Title").fill("Harvest share")
  await page.getByLabel("From a list").check()
  const [one, two, three, four] = [61, 62, 63, 64].map((seed) => accountOf(signer(seed)))
  const other = `account_rdx1${"q".repeat(54)}`
  await page
    .getByLabel("List", { exact: true })
    .fill(`${one};40\n${two};1,5\n${three};40\n${one};25\n${other};40\n${four};32.5\n${shy};10`)
  await button(page, "Preview").click()
  await expect(page.getByText("3 lines have errors.")).toBeVisible()
  for (const reason of ["Amount is not a number.", "Same account as line 1.", "Address of another network."]) {
    await expect(page.getByText(reason).first()).toBeVisible()
  }
  await button(page, "Add up duplicates").click()
  await expect(page.getByText("2 lines have errors.")).toBeVisible()
  await page.getByLabel("Amount of line 2").fill("1.5")
  await button(page, "Check again").click()
  await expect(page.getByText("1 line has an error.")).toBeVisible()
  await button(page, "Exclude all with errors").click()
  await expect(page.getByText("149 QRM", { exact: true })).toBeVisible()
  await expect(page.getByText(/^5 recipients\./)).toBeVisible()

  // Three members need no vote. After a reload everything is as it was, and one click pays.
  await expect(page.getByText(/5 people in 1 batch/)).toBeVisible()
  await page.reload()
  await signsAs(visit, OWNER, (at) => button(at, "Pay 5 people 149 QRM").click())
  await expect(page.getByRole("heading", { name: "Harvest share", level: 1 })).toBeFocused()
  await expect(page.getByText("1 of 1 batch confirmed, 4 of 5 people paid, 1 unclaimed.")).toBeVisible({
    timeout: 30_000
  })
  const run = page.url()

  const claimer = await visitAs(browser, origin, SHY)
  await claimer.page.goto("/userDashboard")
  const waiting = claimer.page.getByRole("region", { name: "For you" }).getByRole("listitem")
  await expect(waiting).toHaveText(/^10 QRM\s*waits for you in .*Withdraw/)
  await waiting.getByRole("link").click()
  await expect(claimer.page).toHaveURL(/\/userDashboard\/claims\/[a-z2-7]{12}$/)
  await expect(claimer.page.getByText("10 QRM", { exact: true }).first()).toBeVisible()
  await signsAs(claimer, SHY, (at) => button(at, "Withdraw all").click())
  await expect(claimer.page.getByText(/^Nothing is waiting for /)).toBeVisible({ timeout: 30_000 })
  await expect(claimer.page.getByRole("heading", { name: "History" })).toBeVisible()

  await page.goto(run)
  await expect(page.getByText("1 of 1 batch confirmed, 5 of 5 people paid, 0 unclaimed.")).toBeVisible()
  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "Report (CSV)" }).click()
  const report = await (await downloading).createReadStream().then(async (stream) => {
    const parts: Array<Buffer> = []
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts).toString("utf8")
  })
  expect(report.split("\r\n").find((line) => line.includes(shy))).toContain(",claimed,")

  // The rest takes as long again, so only `npm run test:all` runs it.
  if (isShort) return
  // More people than one transaction can pay: paused, resumed, then one batch after the other automatically.
  await page.goto(`${room}/tokenDistribution?new=1`)
  await page.getByLabel("Title").fill("A share for all")
  await page.getByLabel("From a list").check()
  const many = Array.from({ length: 125 }, (_, index) => `${accountOf(signer(100 + index))};1`)
  await page.getByLabel("List", { exact: true }).fill(many.join("\n"))
  await button(page, "Preview").click()
  await expect(page.getByText(/125 people in 4 batches/)).toBeVisible()
  await button(page, "Prepare the batches, sign later").click()
  await button(page, "Pause").click()
  await expect(page.getByText("Paused. Nothing can be signed until someone resumes.")).toBeVisible()
  await button(page, "Resume").click()
  const nexts = nextsOf(page)
  // An outage of the gateway while preparing is reported once, and the page recovers when it ends. Preparing is retried
  // only on a click.
  await expect(button(page, "Sign all batches")).toBeVisible()
  await local.setFaults({ gateway: "down" })
  await button(page, "Sign all batches").click()
  await expect(
    page.getByText(
      "The ledger's gateway is not responding. Try again in a minute. You can sign as soon as it responds."
    )
  ).toBeVisible()
  await expect(button(page, "Sign all batches")).toBeHidden()
  await local.setFaults({ gateway: "up" })
  await expect(button(page, "Sign all batches")).toBeVisible({ timeout: 30_000 })
  expect(nexts).toHaveLength(1)
  await local.advanceClock(60)
  // A click prepares its own batch, not one that another device prepared later and refused.
  await signsAs(visit, OWNER, (at) => clickedAsPageReloads(at, () => button(at, "Sign next batch").click()))
  await expect(page.getByText(/^1 of 4 batches confirmed/)).toBeVisible({ timeout: 30_000 })
  const before = visit.wallet.requests().length
  const phone = await visitAs(browser, origin, OWNER)
  // The button waits until the page is hydrated: a plain form post would not ask the wallet.
  const line = await slowLine(phone.page)
  await phone.page.goto(page.url(), { waitUntil: "domcontentloaded" })
  await expect(button(phone.page, "Sign next batch")).toBeDisabled()
  phone.wallet.next("refuse")
  line.letThrough()
  await button(phone.page, "Sign next batch").click()
  await expect(phone.page.getByRole("main").getByText("user rejected request")).toBeVisible()
  await phone.context.close()
  await page.evaluate(() => Object(window).__remixRouter.revalidate())
  await expect(button(page, "Sign in my wallet")).toBeEnabled()
  expect(visit.wallet.requests().length).toBe(before)
  await signsAs(visit, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(page.getByText(/^2 of 4 batches confirmed/)).toBeVisible({ timeout: 30_000 })
  const batches = [visit.wallet.hold(), visit.wallet.hold()]
  await button(page, "Sign all batches").click()
  for (const [index, batch] of batches.entries()) {
    await expect.poll(() => visit.wallet.requests().length, { timeout: 30_000 }).toBe(before + 1 + index + 1)
    batch.release(naming(await sendAs(origin, OWNER, manifestOf(visit))))
  }
  await expect(page.getByText("4 of 4 batches confirmed, 125 of 125 people paid, 0 unclaimed.")).toBeVisible({
    timeout: 30_000
  })
  expect(nexts).toHaveLength(2 + batches.length)
  await test.step("seven members are paid by rule, after a vote", () => shareByVote(visit, room, local.advanceClock))
  await Promise.all([visit.context.close(), claimer.context.close()])
})
