/** Fills in the longer forms of the journeys: a community, and the steps of a proposal. */
import { expect, type Page } from "@playwright/test"
import type { DemoVisit } from "./demo"
import { button } from "./wizard-steps"

export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Types until the page has taken it: keys pressed before hydration may be lost. */
export const type = async (page: Page, name: string, text: string) => {
  await expect(async () => {
    await field(page, name).fill(text)
    await expect(field(page, name)).toHaveValue(text, { timeout: 1_000 })
  }).toPass()
}

/** Founds a community with decisions of one day, no review, and results after the close. Returns its path. */
export const found = async (page: Page, name: string, results = "afterClose"): Promise<string> => {
  await page.goto("/create")
  await type(page, "Name", name)
  await type(page, "Tagline", "Five people and one kettle.")
  await field(page, "Neighbourhoods").check()
  await button(page, "Next").click()
  await expect(page).toHaveURL(/step=people/)
  await button(page, "Next").click()
  await expect(page).toHaveURL(/step=decisions/)
  await page.getByText("Advanced settings").click()
  const decision = page.getByRole("group", { name: "Decision", exact: true })
  await decision.getByLabel("Voting time").fill("24")
  await decision.getByLabel("Quorum").fill("10")
  await decision.getByLabel("Agreement").fill("50")
  await field(page, "Review before voting").fill("0")
  await field(page, "Membership before voting").fill("0")
  await field(page, "Voting power").selectOption("member")
  await field(page, "When results are shown").selectOption(results)
  await button(page, "Next").click()
  await expect(page).toHaveURL(/step=review/)
  await button(page, "Publish community").click()
  await expect(page).toHaveURL(/\/community\/detail\/[a-z2-7]{12}/)
  return new URL(page.url()).pathname
}

/** Each joins a community in which nobody approves members. */
export const joinAll = async (visits: ReadonlyArray<DemoVisit>, inside: string): Promise<void> => {
  for (const { page } of visits) {
    await page.goto(`${inside}/members`)
    await page.request.post(`${inside}/members`, {
      form: { intent: "join", rules: "yes" },
      headers: { Origin: new URL(page.url()).origin }
    })
  }
}

/** Goes from step to step; each is validated before the next one opens. */
export const goOn = async (page: Page, steps: ReadonlyArray<string>) => {
  for (const step of steps) {
    await button(page, "Next").click()
    await expect(page.locator("[data-step-title]")).toHaveText(step)
  }
}
