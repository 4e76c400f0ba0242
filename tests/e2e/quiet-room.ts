/** Quiet Room of the demonstration, a community of three: what its treasurer does before they can pay. */
import { expect, type Page } from "@playwright/test"
import type { visitAs } from "./demo"
import { deployed } from "./deploying"

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

export const deploy = (visit: Visit, chosen?: Chosen): Promise<void> => {
  const { page } = visit
  return deployed(visit, {
    owner: OWNER,
    slug: "quiet-room",
    fill: async (step) => {
      if (step === "Admin account" && chosen !== undefined) {
        await page.getByLabel("Several signers together (multisig)").check()
        await page.getByLabel("The other signers").fill(chosen.others.join("\n"))
        await page.getByLabel("How many signers, including you, must approve").fill(String(chosen.needed))
      }
      if (step === "Token") {
        await page.getByLabel("Symbol").fill("QRM")
        await page.getByLabel("Decimal places").fill("2")
      }
    }
  })
}
