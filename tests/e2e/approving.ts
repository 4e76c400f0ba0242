/** Helpers of the multisig journeys: hand out admin badges, add members, check the looks of a page. */
import type { Page } from "@playwright/test"
import { accountOf } from "../ledger/signing"
import { isShort } from "../sets"
import { axeInAllThemes, tooWide } from "./appearance"
import { expect } from "./fixtures"
import { signerNamed, signsAs } from "./ledger-signing"
import { sessionOf } from "./plain-session"
import { OWNER, type Visit } from "./quiet-room"
import { button } from "./wizard-steps"

export const SECOND = "Priya Nair"

export const giveBadge = async (visit: Visit, room: string, to: string) => {
  const { page } = visit
  await page.goto(`${room}?panel=badges`)
  await page.getByLabel("Recipient").fill(accountOf(signerNamed(to)))
  await button(page, "Prepare the transaction").click()
  await signsAs(visit, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(page.getByRole("heading", { name: "The last transaction" })).toBeVisible({ timeout: 30_000 })
}

/** More members, who join by requests alone. */
export const joinAll = async (page: Page, room: string, names: ReadonlyArray<string>) => {
  await page.goto(`${room}/members?tab=invitations`)
  await page.getByLabel("For how many people").fill("4")
  await button(page, "Create invitation").click()
  const link = (await page.locator(".invite-line .digest").first().textContent()) ?? ""
  const invite = new URL(link).searchParams.get("invite") ?? ""
  const { origin } = new URL(page.url())
  for (const name of names) {
    const session = await sessionOf(origin, name)
    await session.post(`${room}/invitation?invite=${invite}`, { intent: "join", invite, rules: "yes" })
  }
}

/**
 * Runs axe in both themes at phone and desktop width, checks that nothing overflows, and takes a screenshot; in
 * `npm test` axe in one theme and width, and no screenshot.
 */
export const checkScreen = async (page: Page, name: string) => {
  await axeInAllThemes(page, [360, 1280])
  for (const [width, colorScheme] of [
    [360, "dark"],
    [1280, "light"]
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await tooWide(page), `${name} at ${width}`).toEqual([])
    if (isShort) continue
    await page.screenshot({ path: `test-results/signers-${name}-${width}.png`, fullPage: true })
  }
}
