/** Quiet Room of the demonstration, a community of three: what its treasurer does before they can pay. */
import { expect, type Page } from "@playwright/test"
import type { visitAs } from "./demo"
import { signsAs } from "./ledger-signing"
import { button } from "./wizard-steps"

export type Visit = Awaited<ReturnType<typeof visitAs>>

export const OWNER = "Nora Fitzgerald"

/** A private community of three: payouts need no vote, and no other test sees it. */
export const roomOf = async (page: Page): Promise<string> => {
  await page.goto("/myCommunities?tab=owned")
  const room = page.getByRole("link", { name: "Quiet Room" }).first()
  await expect(room).toBeVisible()
  return (await room.getAttribute("href")) ?? ""
}

/** The signers besides the owner, and the threshold for all of them. */
interface Chosen {
  readonly others: ReadonlyArray<string>
  readonly needed: number
}

export const deploy = async (visit: Visit, chosen?: Chosen) => {
  const { page } = visit
  await page.goto("/exploreDao/quiet-room/deploy")
  for (const step of ["Admin account", "Token", "Locker", "Links"]) {
    await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
    if (step === "Admin account" && chosen !== undefined) {
      await page.getByLabel("Several signers together (multisig)").check()
      await page.getByLabel("The other signers").fill(chosen.others.join("\n"))
      await page.getByLabel("How many signers, including you, must approve").fill(String(chosen.needed))
    }
    if (step === "Token") {
      await page.getByLabel("Symbol").fill("QRM")
      await page.getByLabel("Decimal places").fill("2")
    }
    await button(page, "Next").click()
  }
  await button(page, "Prepare the transaction").click()
  await expect(page.getByRole("heading", { name: "One transaction" })).toBeVisible()
  await signsAs(visit, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
}
