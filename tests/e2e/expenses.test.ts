/**
 * An expense from a phone to the ledger: submitted at 360 px with a receipt, asked about by one reviewer, approved by
 * another, paid by the relayer from a budget, with the transaction on its page.
 */
import { demoAccount } from "~/effects/local/seed/accounts"
import { checkScreen } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { sendAs, signsAs } from "./ledger-signing"
import { sessionOf } from "./plain-session"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const MEMBER = "Priya Nair"
const MODERATOR = "Nadia Rahimi"
const FAUCET = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")

test("an expense goes from a phone through two reviewers to the ledger @short", async ({ browser, local, server }) => {
  test.setTimeout(300_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  await deploy(owner)
  const addresses = await page.getByRole("region", { name: "Addresses" }).innerHTML()
  const [treasury = ""] = /account_tdx_2_1[a-z0-9]{54}/.exec(addresses) ?? []
  const room = await roomOf(page)
  const appoints = await sessionOf(origin, OWNER)
  await appoints.post(`${room}/members`, { intent: "role", account: demoAccount(MODERATOR), role: "moderator" })

  // A budget in escrow, and the rules with their empty list.
  await page.goto(`${room}/budgets?new=1`)
  await page.getByLabel("What it is for").fill("Repairs of the room")
  await page.getByLabel("Total").fill("1000")
  await button(page, "Set up the budget").click()
  await sendAs(
    origin,
    OWNER,
    `CALL_METHOD Address("${FAUCET}") "free";\nCALL_METHOD Address("${treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
  )
  await expect(page.getByRole("heading", { name: "Repairs of the room" })).toBeVisible()
  await button(page, "Approve once").click()
  await signsAs(owner, OWNER, (at) => button(at, "Approve in my wallet").click())
  await expect(page.getByRole("heading", { name: "Order a payment" })).toBeVisible({ timeout: 30_000 })
  await page.goto(`${room}/expenses`)
  await expect(page.getByText("No expenses yet.")).toBeVisible()
  await checkScreen(page, "expenses-empty")
  await page.goto(`${room}/expenses?rules=1`)
  await page.getByLabel("Budget of category 2").selectOption({ label: "Repairs of the room" })
  await checkScreen(page, "expenses-rules")
  await button(page, "Save the rules").click()
  await expect(page.getByRole("heading", { name: "Expenses", exact: true })).toBeVisible()

  // The member's phone. A refused form keeps what was typed.
  const member = await visitAs(browser, origin, MEMBER)
  const phone = member.page
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto(`${room}/expenses`)
  await phone.getByRole("link", { name: "New expense" }).click()
  await phone.getByLabel("What was it for?").fill("Padlock for the shed")
  await phone.getByLabel("Amount").fill("31.005")
  await phone.getByLabel("Category").selectOption("Tools")
  await phone.getByLabel("Receipts (optional)").setInputFiles({
    name: "padlock.pdf",
    mimeType: "application/pdf",
    buffer: PDF
  })
  await button(phone, "Submit for review").click()
  await expect(phone.getByText("At most 2 decimals.")).toBeVisible()
  await expect(phone.getByLabel("What was it for?")).toHaveValue("Padlock for the shed")
  await checkScreen(phone, "expense-form")
  await phone.setViewportSize({ width: 360, height: 740 })

  // The same form without JavaScript: refused with words, and what was typed stays.
  const storageState = await phone.context().storageState()
  const bare = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, storageState })
  const still = await bare.newPage()
  await still.goto(`${room}/expenses?new=1`)
  await still.getByLabel("What was it for?").fill("A second padlock")
  await still.getByLabel("Amount").fill("31.005")
  await still.getByLabel("Receipts (optional)").setInputFiles({
    name: "not-a-pdf.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("plain text")
  })
  await button(still, "Submit for review").click()
  await expect(still.getByText("At most 2 decimals.")).toBeVisible()
  await expect(still.getByLabel("What was it for?")).toHaveValue("A second padlock")
  await bare.close()

  await phone.getByLabel("Amount").fill("31")
  await button(phone, "Submit for review").click()
  await expect(phone.getByRole("heading", { name: "Padlock for the shed" })).toBeVisible()
  await expect(phone.getByRole("link", { name: "padlock.pdf" })).toBeVisible()

  // One reviewer asks, and the form opens again with the question.
  await page.goto(`${room}/expenses`)
  await expect(page.getByText(/^1 expense waits for a reviewer/)).toBeVisible()
  await page.getByRole("link", { name: "Padlock for the shed" }).click()
  await page.getByLabel("Question or reason").fill("Which shed is it for?")
  await checkScreen(page, "expense-review")
  await button(page, "Ask").click()
  await expect(page.getByText("A reviewer asked: “Which shed is it for?”")).toBeVisible()
  await phone.reload()
  await phone.getByLabel("Explanation (optional)").fill("The one next to the gate")
  await button(phone, "Send to the reviewers again").click()
  await expect(phone.getByText("replied.")).toBeVisible()

  // The other one approves; then the treasurer orders the payment, which no wallet signs.
  const moderator = await visitAs(browser, origin, MODERATOR)
  await moderator.page.goto(`${room}/expenses?e=1`)
  await expect(moderator.page.getByText("“The one next to the gate”")).toBeVisible()
  await button(moderator.page, "Approve").click()
  await expect(moderator.page.getByText("approved it.")).toBeVisible()

  // The treasurer could pay several in one payout; this one is discarded before it starts, and nothing was paid.
  await page.goto(`${room}/expenses?state=approved`)
  await button(page, "Make one payout of these").click()
  await expect(page.getByText("Choose the expenses to be paid together.")).toBeVisible()
  await page.getByRole("checkbox", { name: "Expense 1" }).check()
  await checkScreen(page, "expenses-approved")
  await button(page, "Make one payout of these").click()
  await expect(page.getByRole("heading", { name: "1 expense: 1" })).toBeVisible()
  await expect(button(page, "Change the rows")).toHaveCount(0)
  await checkScreen(page, "expenses-payout")
  await button(page, "Discard").click()
  await expect(page.getByRole("heading", { name: "1 expense: 1" })).toHaveCount(0)
  await expect(async () => {
    await local.advanceClock(60)
    await page.goto(`${room}/expenses?e=1`)
    await expect(page.getByText("The payout was discarded before anything was paid.").first()).toBeVisible({
      timeout: 3_000
    })
  }).toPass({ timeout: 90_000 })
  const before = owner.wallet.requests().length
  await expect(page.getByLabel("Budget", { exact: true })).toHaveValue("1")
  await button(page, "Pay 31 QRM").click()
  await expect(page.getByText("Being paid", { exact: true })).toBeVisible()
  await local.advanceClock(60)
  await expect(async () => {
    await local.advanceClock(60)
    await phone.reload()
    await expect(phone.getByText("Paid", { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 90_000 })
  await expect(phone.getByText("The payment is confirmed on the ledger.")).toBeVisible()
  await expect(phone.getByText("Transaction", { exact: true })).toBeVisible()
  expect(owner.wallet.requests().length).toBe(before)
  await page.goto(`${room}/expenses?sums=${new Date().getUTCFullYear()}`)
  await checkScreen(page, "expense-sums")
  await page.goto(`${room}/expenses`)
  await expect(page.getByRole("row", { name: /Padlock for the shed.*31 QRM.*Paid/ })).toBeVisible()
  await checkScreen(page, "expenses-list")
  for (const { context } of [owner, member, moderator]) await context.close()
})
