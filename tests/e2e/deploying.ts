/** Deploys a community of the demonstration, as its owner does. */
import { expect } from "@playwright/test"
import type { DemoVisit } from "./demo"
import { signsAs } from "./ledger-signing"
import { button } from "./wizard-steps"

const STEPS = ["Admin account", "Token", "Locker", "Links"] as const

interface Deployment {
  readonly owner: string
  readonly slug: string
  /** Fills in a step before it is left. */
  readonly fill?: (step: (typeof STEPS)[number]) => Promise<void>
}

/** One transaction, signed and committed. */
export const deployed = async (visit: DemoVisit, { fill, owner, slug }: Deployment): Promise<void> => {
  const { page } = visit
  await page.goto(`/exploreDao/${slug}/deploy`)
  for (const step of STEPS) {
    await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
    await fill?.(step)
    await button(page, "Next").click()
  }
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible()
  await button(page, "Prepare the transaction").click()
  await expect(page.getByRole("heading", { name: "One transaction" })).toBeVisible()
  await signsAs(visit, owner, (at) => button(at, "Sign in my wallet").click())
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 60_000 })
}
