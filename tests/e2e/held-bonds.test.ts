/** Holders redeem units on their own page, over the wallet's own protocol. */
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { advance, preAuthorize, reads } from "./pre-authorize"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const PAGE = "/userDashboard/bonds"
const HOLDER = "Joaquim Teles"
/** The demonstration's bond of the garden runs for 179 days. */
const LIFE_S = 181 * 86_400

const holdings = (page: Page) => page.getByRole("region", { name: "Holdings" })
const held = (page: Page) => holdings(page).getByRole("row", { name: /GRD-2027A/ })

test("a holder redeems a matured bond, cancels the order and redeems again, all on their own page", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const { origin } = server
  const early = await visitAs(browser, origin, HOLDER)
  await early.page.goto("/userDashboard")
  await expect(held(early.page).getByRole("cell")).toHaveText(["30", /^3,000 XRD\s*\d{1,2} \w{3} \d{4}$/])
  await expect(held(early.page).getByRole("link", { name: /Redeem/ })).toHaveCount(0)
  await expect(holdings(early.page).getByText(/^Ledger version/)).toBeVisible()
  await early.context.close()
  await advance(origin, LIFE_S)
  const holder = await visitAs(browser, origin, HOLDER)
  const { page } = holder
  await page.goto(PAGE)
  await reads(page, /Redeem all/)
  // The dashboard lists it too, and links to this page.
  await page.goto("/userDashboard")
  await held(page).getByRole("link", { name: "Redeem GRD-2027A now" }).click()
  await expect(page).toHaveURL(new RegExp(`${PAGE}#`))
  await reads(page, /Redeem all/)
  await expect(page.getByText("You hold 30 units.")).toBeVisible()
  // On a phone the bar marks the dashboard as current, and a bond's code does not break at its hyphen.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.locator(".bottom-bar [aria-current]")).toContainText("To do")
  const codes = page.getByRole("main").getByText("GRD-2027A", { exact: true })
  expect(await codes.count()).toBeGreaterThan(1)
  const lines = await codes.evaluateAll((all) => all.map((code) => code.getClientRects().length))
  expect(new Set(lines)).toEqual(new Set([1]))
  await page.setViewportSize({ width: 1280, height: 720 })
  const checked = await new AxeBuilder({ page }).exclude("community-connect").analyze()
  expect(checked.violations).toEqual([])

  await preAuthorize(origin, holder, HOLDER, "Redeem all")
  await expect(page.getByText("Requested. Nothing has left your wallet.")).toBeVisible()
  await button(page, "Withdraw order").click()
  await expect(page.getByText("Withdrawn. We will not use your signed order.")).toBeVisible()
  await expect(page).toHaveURL(PAGE)
  await preAuthorize(origin, holder, HOLDER, "Redeem all")
  await expect(page.getByText("Requested. Nothing has left your wallet.")).toBeVisible()

  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: /^R-GRD-/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^R-GRD-.*\.json$/)
  await holder.context.close()
})
