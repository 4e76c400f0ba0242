/**
 * A payout with one approval: funded by the treasurer's wallet, paid by the relayer, followed to its report; and one
 * that its treasurer withdraws in the middle. Every transaction is really signed and confirmed on the ledger.
 */
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signsAs } from "./ledger-signing"
import { checkedList, fundTreasury } from "./pay-lists"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const MANY = 2_000
const BATCHES = MANY / 40
const ready = "The site pays: one approval"

test("one approval pays a long list; another payout is withdrawn in the middle", async ({ browser, local, server }) => {
  test.setTimeout(300_000) // a deployment, and batches one after the other
  const { origin } = server
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit)
  const room = await roomOf(page)

  await checkedList(page, { room, title: "Harvest share", first: 1_000, many: MANY, ready })
  // What is missing for the offered way is shown before any click.
  await expect(page.getByText(/^The treasury needs .* more XRD for the fees before the site can pay/)).toBeVisible()
  await expect(page.getByText(`Or sign each batch yourself: ${BATCHES} approvals`)).toBeVisible()
  await fundTreasury(page, origin, OWNER)
  await page.reload()
  await expect(page.getByText("Who can do what with the money.")).toBeVisible()
  const before = visit.wallet.requests().length
  // One click: the next page sends the wallet request, and is scrolled to its top.
  await signsAs(visit, OWNER, (at) => button(at, "Pay 2,000 people 2,000 QRM").click())
  await expect(page.getByText("The site is paying. You can close this page.")).toBeVisible({ timeout: 30_000 })
  await local.advanceClock(60)
  await expect(
    page.getByText(`${BATCHES} of ${BATCHES} batches confirmed, ${MANY} of ${MANY} people paid, 0 unclaimed.`)
  ).toBeVisible({ timeout: 120_000 })
  expect(visit.wallet.requests().length).toBe(before + 1)
  // The page updates automatically until the refund is confirmed.
  await expect(page.getByRole("heading", { name: "Pause, stop or withdraw" })).toBeHidden({ timeout: 60_000 })
  const sums = page.getByRole("region", { name: "Where the money went" })
  await expect(sums.getByRole("row", { name: `Paid or left to claim, ${BATCHES} batches` })).toContainText("2,000")
  await expect(sums.getByRole("row", { name: /^Returned to the treasury/ })).toBeVisible()
  await expect(page.getByRole("link", { name: "Report (CSV)" })).toBeVisible()

  await test.step("after a withdrawal in the middle, the rest is signed by hand", async () => {
    await checkedList(page, { room, title: "A second share", first: 3_000, many: 80, ready })
    visit.wallet.next("refuse")
    await button(page, "Pay 80 people 80 QRM").click()
    await expect(page.getByRole("main").getByText("user rejected request")).toBeVisible()
    await button(page, "Sign each batch yourself instead").click()
    await expect(button(page, "Sign next batch")).toBeVisible()
    await button(page, "Approve once instead").click()
    await expect(page.getByRole("heading", { name: "Approve once" })).toBeVisible()
    await signsAs(visit, OWNER, (at) => button(at, "Approve in my wallet").click())
    await expect(page.getByRole("heading", { name: "Pause, stop or withdraw" })).toBeVisible({ timeout: 30_000 })
    await button(page, "Pause").click()
    await expect(page.getByText(/^Paused\./)).toBeVisible()
    // The wallet refuses: the button that prepares the transaction again also asks the wallet again.
    visit.wallet.next("refuse")
    const asked = visit.wallet.requests().length
    await button(page, "Withdraw everything").click()
    await expect(page.getByRole("main").getByText("user rejected request")).toBeVisible()
    expect(visit.wallet.requests().length).toBe(asked + 1)
    await signsAs(visit, OWNER, (at) => button(at, "Prepare the withdrawal again").click())
    await local.advanceClock(60)
    await expect(button(page, "Sign next batch")).toBeVisible({ timeout: 60_000 })
    await signsAs(visit, OWNER, (at) => button(at, "Sign next batch").click())
    await expect(page.getByText(/^1 of 2 batches confirmed, 40 of 80 people paid/)).toBeVisible({ timeout: 30_000 })
  })
  await visit.context.close()
})
