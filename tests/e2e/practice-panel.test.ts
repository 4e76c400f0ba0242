import AxeBuilder from "@axe-core/playwright"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { PRACTICE_WALLET: "on" } })

test("a person connects with the practice wallet: reads, picks, refuses, approves @short", async ({ page }) => {
  await page.goto("/")
  const connect = page.getByRole("banner").locator("community-connect")
  const button = connect.locator("[part=button]")
  const panel = page.locator("practice-wallet").getByRole("dialog")

  await connect.getByRole("button").first().click()
  await expect(panel).toBeFocused()
  await expect(panel.getByText("Practice wallet", { exact: true })).toBeVisible()
  await expect(panel.getByText("Log in as Practice Person, with a signed proof.")).toBeVisible()
  await panel.getByRole("button", { name: "Refuse" }).click()
  await expect(panel).toHaveCount(0)
  await expect(connect.getByRole("dialog").getByText("user rejected request")).toBeVisible()

  await connect.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click()
  const [main, savings] = [panel.getByLabel("Practice Main"), panel.getByLabel("Practice Savings")]
  await expect(main).toBeChecked()
  await main.uncheck()
  await expect(panel.getByText("Choose 1 account or more.")).toBeVisible()
  await expect(panel.getByRole("button", { name: "Approve" })).toBeDisabled()
  await savings.check()
  await panel.getByRole("button", { name: "Approve" }).click()
  await expect(button).toHaveText(/Practice Person/)

  await page.reload()
  await expect(button).toHaveAccessibleName("Practice Person, wallet connected")
  await button.click()
  await expect(connect.getByText("Practice Savings")).toBeVisible()
})

test("a pending request can be cancelled on the page, and the panel closes", async ({ page }) => {
  await page.goto("/")
  const connect = page.getByRole("banner").locator("community-connect")
  const panel = page.locator("practice-wallet").getByRole("dialog")
  await connect.getByRole("button").first().click()
  await expect(panel).toBeVisible()
  await connect.getByRole("button", { name: "Cancel Login" }).click()
  await expect(panel).toHaveCount(0)
  await expect(connect.getByRole("dialog").getByText("You cancelled it")).toBeVisible()
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the panel, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto("/")
    await page.getByRole("banner").locator("community-connect").getByRole("button").first().click()
    await expect(page.locator("practice-wallet").getByRole("dialog")).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include("practice-wallet").analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`)).toEqual([])
  })
}
