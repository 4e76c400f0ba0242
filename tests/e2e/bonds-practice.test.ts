/**
 * A person who has only the practice wallet orders units in the demonstration's open sale (docs/product/publishing.md,
 * docs/product/bonds.md).
 */
import { expect, test } from "./fixtures"
import { button, fillProfile, openWizard, somebody, submitCode } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo", PRACTICE_WALLET: "on" } })

test("a newcomer joins, gets test money, orders units and cancels the order", async ({ mailbox, page }, testInfo) => {
  test.setTimeout(240_000)
  const person = somebody(testInfo)
  const panel = page.getByRole("dialog", { name: /practice wallet/i })
  await page.goto("/")
  await page.locator("header community-connect").getByRole("button").first().click()
  await panel.getByRole("button", { name: /approve/i }).click()
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()
  await openWizard(page)
  await fillProfile(page, person)
  await button(page, "Next").click()
  await button(page, "Skip").click()
  await submitCode(page, await mailbox.lastCode(person.email))
  await expect(page).toHaveURL("/userDashboard")

  // From the public list to the sale, which is for members of a community that anyone may join.
  await page.goto("/explore?tab=sales")
  await page.getByRole("link", { name: "Second roof, east wing" }).click()
  await page.getByRole("link", { name: "Buy", exact: true }).click()
  await expect(page.getByText("Join Solar Roof Circle to buy bonds.")).toBeVisible()
  await page.locator(".join-menu > summary").click()
  await page.getByLabel(/house rules/i).check()
  await page.locator(".join-menu").getByRole("button").last().click()

  // The buyer has no money yet: the page says so before the order and on ordering, and links to the faucet.
  await page.getByLabel("Units", { exact: true }).fill("20")
  await expect(page.getByText("You hold 0 XRD; 2,000 is needed.")).toBeVisible()
  await page.getByRole("button", { name: "Practice wallet" }).last().click()
  await panel.getByRole("button", { name: "Get test tokens" }).click()
  await expect(panel).toContainText("10,000")
  await panel.getByRole("button", { name: "Close" }).click()
  await button(page, "Order").click()
  await expect(page.getByText("Please read the terms, then tick the box.")).toBeVisible()
  await page.getByLabel("I have read the terms").check()
  await button(page, "Order").click()
  await panel.getByRole("button", { name: /approve/i }).click()
  await expect(page.getByText(/Ordered\. Nothing has left your wallet\. It will be swapped/)).toBeVisible()
  await page.reload()
  await expect(page.getByText("232 of 500 units ordered")).toBeVisible()

  await button(page, "Withdraw order").click()
  await expect(page.getByText("Withdrawn. We will not use your signed order.")).toBeVisible()
  await expect(page.getByText("212 of 500 units ordered")).toBeVisible()
})
