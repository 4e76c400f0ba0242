/**
 * The demonstration's people in the journeys: each in a browser of their own, signed in with the key of their account.
 * The server of such a file runs with `test.use({ serverEnvironment: { SEED: "demo" } })`.
 */
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test"
import { demoSecret } from "~/effects/local/seed/accounts"
import { installScriptedWallet, type ScriptedWallet } from "./scripted-wallet"
import { connect } from "./wizard-steps"

export interface DemoVisit {
  readonly page: Page
  readonly wallet: ScriptedWallet
  readonly context: BrowserContext
}

/** Opens a browser, connects, and waits for the session. Close the context when done. */
export const visitAs = async (browser: Browser, origin: string, name: string): Promise<DemoVisit> => {
  const context = await browser.newContext({ baseURL: origin })
  const wallet = await installScriptedWallet(context, { label: name, seed: `demo/${name}`, secret: demoSecret(name) })
  const page = await context.newPage()
  await connect(page)
  return { page, wallet, context }
}

/** The demonstration's bonds come some seconds after the start; pages shown before are remembered for a minute. */
export const untilSaleIsOpen = (origin: string) =>
  expect
    .poll(
      async () => {
        const answer = await fetch(`${origin}/api/v1/communities/solar-roof/bonds/SUN-2028A`)
        return answer.ok ? ((await answer.json()) as { readonly ordered: number }).ordered : 0
      },
      { timeout: 90_000, intervals: [2_000] }
    )
    .toBe(212)

/** The demonstration's own transactions come first; its last act is a vote of the mappers, about a payment. */
export const untilDemoIsWhole = (origin: string) =>
  expect
    .poll(
      async () => {
        const answer = await fetch(`${origin}/api/v1/communities/open-maps/proposals`)
        return answer.ok
          ? ((await answer.json()) as { readonly proposals: ReadonlyArray<unknown> }).proposals.length
          : 0
      },
      { timeout: 90_000, intervals: [2_000] }
    )
    .toBe(1)

/** Opens a community from its public page, as a stranger to its id would. */
export const openCommunity = async (page: Page, slug: string, tab = "") => {
  await page.goto(`/explore/${slug}`)
  const inside = await page.getByRole("link", { name: "Open the community" }).first().getAttribute("href")
  if (inside === null) throw new Error(`no way into ${slug}`)
  await page.goto(tab === "" ? inside : `${inside}/${tab}`)
  await expect(page.getByRole("navigation", { name: "You are here" })).toBeVisible()
}
