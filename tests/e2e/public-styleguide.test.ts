/** The style guide of local mode: every component in every state, held to the rules of the pages it stands for. */

import { checkAppearance, prepareChecks } from "./appearance"
import { expect, test } from "./fixtures"

test("the style guide is linked from the record line and passes in both themes, wide and narrow", async ({ page }) => {
  await prepareChecks(page)
  await page.goto("/")
  await page.getByRole("link", { name: "Style guide" }).click()
  await expect(page).toHaveURL("/local/styleguide")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Style guide")
  await expect(page.locator("main community-connect:defined")).toHaveCount(5)

  await checkAppearance(page)
})

test("search engines are kept out, and nothing in it is styled in place", async ({ server }) => {
  const response = await fetch(`${server.origin}/local/styleguide`)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toMatch(/<[^>]+\sstyle=/)
})
