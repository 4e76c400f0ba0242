/** The practice wallet, as a person uses it on a machine with no phone: its panel, a refusal, and a whole sign-up. */
import { expect, test } from "./fixtures"
import { button, fillProfile, openWizard, somebody, submitCode } from "./wizard-steps"

test.use({ serverEnvironment: { PRACTICE_WALLET: "on" } })

test("a person signs up with the practice wallet alone", async ({ mailbox, page }, testInfo) => {
  const person = somebody(testInfo)
  await page.goto("/")
  const connecting = page.locator("header community-connect")
  const panel = page.getByRole("dialog", { name: /practice wallet/i })

  await connecting.getByRole("button").first().click()
  await expect(panel).toBeVisible()
  await panel.getByRole("button", { name: /refuse/i }).click()
  await expect(page.getByText("user rejected request").first()).toBeVisible()

  await page.goto("/")
  await connecting.getByRole("button").first().click()
  await expect(panel).toBeVisible()
  await panel.getByRole("button", { name: /approve/i }).click()
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()

  await openWizard(page)
  await expect(page.getByLabel("Public address")).toHaveValue(/^account_tdx_2_1/)
  await fillProfile(page, person)
  await button(page, "Next").click()
  await button(page, "Skip").click()
  await submitCode(page, await mailbox.lastCode(person.email))
  await expect(page).toHaveURL("/userDashboard")
  await page.reload()
  await expect(page).toHaveURL("/userDashboard")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})
