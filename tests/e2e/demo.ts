/**
 * The demonstration's people in the journeys: each in a browser of their own, signed in with the key of their account.
 * A file that uses them has `test.use({ serverEnvironment: { SEED: "demo" } })`.
 */
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test"
import { demoSecret } from "~/effects/local/seed/accounts"
import { installScriptedWallet, type ScriptedWallet } from "./scripted-wallet"
import { connect } from "./wizard-steps"

export interface DemoVisit {
  readonly page: Page
  readonly wallet: ScriptedWallet
  readonly context: BrowserContext
}

/** Opens a browser, connects, and waits for the session. Close the context when done. */
export const visitAs = async (
  browser: Browser,
  origin: string,
  name: string,
  options: BrowserContextOptions = {}
): Promise<DemoVisit> => {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const wallet = await installScriptedWallet(context, { label: name, seed: `demo/${name}`, secret: demoSecret(name) })
  const page = await context.newPage()
  await connect(page)
  return { page, wallet, context }
}

/** Opens a community from its public page, since a test does not know its id. */
export const openCommunity = async (page: Page, slug: string, tab = "") => {
  await page.goto(`/explore/${slug}`)
  const inside = await page.getByRole("link", { name: "Open the community" }).first().getAttribute("href")
  if (inside === null) throw new Error(`no way into ${slug}`)
  await page.goto(tab === "" ? inside : `${inside}/${tab}`)
  await expect(page.getByRole("navigation", { name: "You are here" })).toBeVisible()
}
