/**
 * A budget from its terms to its end: funded with one approval of the treasurer's wallet, paid from by the relayer
 * without another, paused and withdrawn. Every transaction is really signed and confirmed on the ledger.
 */

import { tooWide } from "./appearance"
import { checkScreen } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { sendAs, signsAs } from "./ledger-signing"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const PAYEE = "Priya Nair"
const FAUCET = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"

test("a year's budget is funded with one approval, paid from without another, and withdrawn @short", async ({
  browser,
  local,
  server
}) => {
  test.setTimeout(300_000)
  const { origin } = server
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit)
  const addresses = await page.getByRole("region", { name: "Addresses" }).innerHTML()
  const [treasury = ""] = /account_tdx_2_1[a-z0-9]{54}/.exec(addresses) ?? []
  expect(treasury).not.toBe("")
  const room = await roomOf(page)

  // The budget's rules, each with who enforces it.
  await page.goto(`${room}/budgets`)
  await expect(
    page.getByRole("row", { name: /Who can spend from the treasury.*Any single admin.*ledger/ })
  ).toBeVisible()
  await expect(page.getByRole("row", { name: /Payouts and budgets.*site/ })).toBeVisible()
  await page.getByRole("link", { name: "New budget" }).click()

  // A refused form keeps what was typed.
  await page.getByLabel("What it is for").fill("Repairs of the room")
  await page.getByLabel("Total").fill("1000")
  await page.getByLabel("Limit for each payment (optional)").fill("2000")
  await button(page, "Set up the budget").click()
  await expect(page.getByText("This is more than the total of the budget.")).toBeVisible()
  await expect(page.getByLabel("Total")).toHaveValue("1000")
  await page.getByLabel("Limit for each payment (optional)").fill("300")
  await button(page, "Set up the budget").click()
  await expect(page.getByRole("heading", { name: "Repairs of the room" })).toBeVisible()
  await expect(page.getByText("Who can do what with the money.")).toBeVisible()
  await checkScreen(page, "budget-draft")

  // One approval, after the treasury has the XRD for the fees.
  await button(page, "Approve once").click()
  await expect(page.getByText(/^The treasury needs .* more XRD for the fees\.$/)).toBeVisible()
  await sendAs(
    origin,
    OWNER,
    `CALL_METHOD Address("${FAUCET}") "free";\nCALL_METHOD Address("${treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
  )
  const before = visit.wallet.requests().length
  await button(page, "Approve once").click()
  await signsAs(visit, OWNER, (at) => button(at, "Approve in my wallet").click())
  await expect(page.getByRole("heading", { name: "Order a payment" })).toBeVisible({ timeout: 30_000 })

  // Payments within the terms need no wallet.
  const order = async (amount: string, reason: string) => {
    await page.getByLabel("Recipient", { exact: true }).fill(PAYEE)
    await page.getByLabel("Amount in QRM").fill(amount)
    await page.getByLabel("What it is for").fill(reason)
    await button(page, "Order this payment").click()
  }
  await order("300.01", "New lamp")
  await expect(page.getByText("At most 300 QRM for each payment.")).toBeVisible()
  await expect(page.getByLabel("What it is for")).toHaveValue("New lamp")
  await page.getByLabel("Amount in QRM").fill("250")
  await button(page, "Order this payment").click()
  const payments = page.getByRole("region", { name: "Payments" })
  await expect(payments.getByText(`250 QRM to ${PAYEE}`)).toBeVisible()
  await expect(page.getByLabel("Amount in QRM")).toHaveValue("")
  await local.advanceClock(60)
  await expect(payments.getByText("Paid", { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(visit.wallet.requests().length).toBe(before + 1)
  await expect(page.getByText("250 QRM of 1,000 QRM")).toBeVisible()

  // A paused budget pays nothing, and its orders can be cancelled.
  await button(page, "Pause").click()
  await expect(page.getByText("Paused. No payment is sent until somebody resumes it.")).toBeVisible()
  await order("20", "Paint")
  await expect(payments.getByText(`20 QRM to ${PAYEE}`)).toBeVisible()

  // The treasury's page shows the same amounts: in escrow, spent, promised and left.
  const here = page.url()
  await page.goto(`${room}/treasury`)
  await expect(page.getByText("250 QRM spent and 20 QRM promised of 1,000 QRM, until ")).toBeVisible()
  await expect(page.getByText("730 QRM left")).toBeVisible()
  await expect(page.getByRole("img", { name: /^QRM: .* free, 750 in escrow, 0 promised$/ })).toBeVisible()
  await checkScreen(page, "treasury-escrow")
  await page.goto(here)
  await button(page, "Withdraw payment 2").click()
  await expect(payments.getByText("Withdrawn")).toBeVisible()
  await checkScreen(page, "budget-escrow")

  // One transaction of the treasurer withdraws everything.
  await signsAs(visit, OWNER, (at) => button(at, "Withdraw everything").click())
  await local.advanceClock(60)
  await expect(page.getByText("Ended", { exact: true })).toBeVisible({ timeout: 60_000 })
  const sums = page.getByRole("region", { name: "Where the budget went" })
  await expect(sums.getByRole("row", { name: "Paid, 1 payment" })).toContainText("250")
  await expect(sums.getByRole("row", { name: /^Returned to the treasury/ })).toContainText("750")

  // The report and the treasury's statement include it.
  const { url, body } = await page.evaluate(async () => {
    const link = document.querySelector<HTMLAnchorElement>('a[href$="/report"]')
    const response = await fetch(link?.href ?? "")
    return { url: response.url, body: await response.text() }
  })
  expect(url).toContain("/api/budgets/")
  expect(body).toContain("New lamp")
  await page.goto(`${room}/statement`)
  await expect(page.getByRole("row").filter({ hasText: "Budget 1, Repairs of the room" }).first()).toBeVisible()
  // At the width of A4 the printed report is not cut off at the side, escrow address included.
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.emulateMedia({ media: "print" })
  expect(await tooWide(page)).toEqual([])
  await page.screenshot({ path: "test-results/statement-printed.png", fullPage: true })
  await visit.context.close()
})
