/**
 * A monthly payout over three months of the movable clock: one approval in all, one month skipped, and the skipped
 * amount refunded to the treasury at the end.
 */
import { accountNumbered } from "../ledger/manyAccounts"
import { axeInAllThemes, tooWide } from "./appearance"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signsAs } from "./ledger-signing"
import { fundTreasury } from "./pay-lists"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const DAY_MS = 86_400_000

const clock = async (origin: string, advanceSeconds = 0): Promise<number> => {
  const response = await fetch(`${origin}/local/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advanceSeconds })
  })
  return Date.parse(((await response.json()) as { now: string }).now)
}

/** Midnight in UTC so many months later; the last day of a month that is too short. */
const monthsOn = (from: number, months: number): number => {
  const date = new Date(from)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), last))
}
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

test("each month is paid from one approval; a skipped month is refunded at the end", async ({ browser, server }) => {
  test.setTimeout(300_000)
  const { origin } = server
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit)
  const room = await roomOf(page)
  const today = Math.floor((await clock(origin)) / DAY_MS) * DAY_MS
  const untilDay = async (at: number) => clock(origin, Math.ceil((at - (await clock(origin))) / 1_000) + 60)

  await page.goto(`${room}/tokenDistribution?new=1`)
  await page.getByLabel("Title").fill("Caretakers")
  await page.getByLabel("From a list").check()
  await page.getByLabel("List", { exact: true }).fill([1, 2, 3].map((n) => `${accountNumbered(n)};10`).join("\n"))
  await button(page, "Preview").click()
  await page.getByLabel("How often this list is paid").selectOption("Each month")
  await page.getByLabel("First day").fill(isoDay(today - DAY_MS))
  await page.getByLabel("Last day").fill(isoDay(monthsOn(today, 3)))
  await button(page, "Save").click()
  await expect(page.getByText("This day has passed. Choose today or later.")).toBeVisible()
  await expect(page.getByLabel("Last day")).toHaveValue(isoDay(monthsOn(today, 3)))
  await page.getByLabel("First day").fill(isoDay(today))
  await button(page, "Save").click()
  await expect(page.getByText(/^Saved: 4 payouts, each month from /)).toBeVisible()
  await button(page, "Continue").click()
  await expect(page.getByRole("heading", { name: "The site pays: one approval" })).toBeVisible()
  await expect(page.getByRole("heading", { name: /^Sign each batch yourself/ })).toBeHidden()
  await fundTreasury(page, origin, OWNER)
  await page.reload()
  const before = visit.wallet.requests().length
  await signsAs(visit, OWNER, (at) => at.getByRole("button", { name: /^Pay 3 people 120 QRM/ }).click())

  const days = page.getByRole("region", { name: "Payment days" })
  const dayRow = (n: number) => days.getByRole("row").nth(n)
  await clock(origin, 60)
  await expect(dayRow(1)).toContainText("Paid", { timeout: 60_000 })
  await expect(dayRow(2)).toContainText("Next")
  await expect(page.getByText(/^The site pays next on /)).toBeVisible()
  await axeInAllThemes(page, [360, 1280])
  expect(await tooWide(page)).toEqual([])
  await page.screenshot({ path: "test-results/recurring-payout-1280.png", fullPage: true })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.screenshot({ path: "test-results/recurring-payout-360.png", fullPage: true })
  await page.setViewportSize({ width: 1280, height: 800 })

  await dayRow(3).getByRole("button", { name: /^Skip/ }).click()
  await expect(dayRow(3)).toContainText("Skipped")
  const url = page.url()
  expect(visit.wallet.requests().length).toBe(before + 1)
  await visit.context.close()

  // A month later the session has expired; the payments did not need it.
  for (const [month, row] of [
    [1, 2],
    [3, 4]
  ] as const) {
    await untilDay(monthsOn(today, month))
    const later = await visitAs(browser, origin, OWNER)
    await expect(async () => {
      await later.page.goto(url)
      const paid = later.page.getByRole("region", { name: "Payment days" }).getByRole("row").nth(row)
      await expect(paid).toContainText("Paid", { timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    if (month === 3) {
      await expect(later.page.getByText(/^3 of 4 batches confirmed, 9 of 12 payments made to 3 people/)).toBeVisible()
      await expect(later.page.getByText(/90 of 120 \w+ sent, 30 skipped\./)).toBeVisible()
      const sums = later.page.getByRole("region", { name: "Where the money went" })
      await expect(async () => {
        await later.page.reload()
        const back = sums.getByRole("row", { name: /^Returned to the treasury/ })
        await expect(back).toContainText("30", { timeout: 2_000 })
      }).toPass({ timeout: 60_000 })
    }
    await later.context.close()
  }
})
