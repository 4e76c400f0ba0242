/** The style guide of local mode: every part in every state, held to the rules of the pages it stands for. */
import AxeBuilder from "@axe-core/playwright"
import { expect, test } from "./fixtures"

test("the style guide is found from the record line and passes in both themes, wide and narrow", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/")
  await page.getByRole("link", { name: "Style guide" }).click()
  await expect(page).toHaveURL("/local/styleguide")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Style guide")
  await expect(page.locator("main community-connect:defined")).toHaveCount(5)

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)
      expect(found, `${colorScheme}, ${width} px`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test("no search engine is invited, and nothing in it is styled in place", async ({ server }) => {
  const answer = await fetch(`${server.origin}/local/styleguide`)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toMatch(/<[^>]+\sstyle=/)
})
