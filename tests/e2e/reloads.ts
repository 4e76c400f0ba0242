/** A page that is reloaded while a wallet has something to sign, and what its person is told then. */
import type { Page, Request } from "@playwright/test"
import type { DemoVisit } from "./demo"
import { expect } from "./fixtures"
import type { Behaviour } from "./scripted-wallet"

export const reloads = [
  "reloaded before the wallet answers",
  "reloaded after the answer, before the post",
  "reloaded after the server stored it, before the page knew"
] as const
type Reload = (typeof reloads)[number]

export interface Step {
  /** Asks the wallet. */
  readonly press: () => Promise<void>
  /** Where the signature goes. */
  readonly post: RegExp
  /** What the wallet answers, once it was asked. */
  readonly answer?: () => Promise<Behaviour>
}

export const isPost = (post: RegExp) => (request: Request) => request.method() === "POST" && post.test(request.url())

/** Carries a step out, with the page reloaded at that moment. */
export const through = async ({ page, wallet }: DemoVisit, reload: Reload, { answer, post, press }: Step) => {
  const before = wallet.requests().length
  const held = wallet.hold()
  let posts = 0
  const matches = isPost(post)
  page.on("request", (request) => {
    if (matches(request)) posts += 1
  })
  await press()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  const said = (await answer?.()) ?? "approve"
  if (reload === reloads[0]) {
    await page.reload()
    held.release(said)
    await expect.poll(() => posts).toBeGreaterThan(0)
    return
  }
  // Stays in place: a held request goes out after all once its route is taken away.
  let reached = false
  let isGone = false
  await page.route(post, async (route) => {
    if (isGone || route.request().method() !== "POST") return route.fallback()
    // The answer never comes back; with the third reload the server has taken it all the same.
    if (reload === reloads[2]) await route.fetch().catch(() => undefined)
    reached = true
  })
  held.release(said)
  await expect.poll(() => reached).toBe(true)
  const again = page.waitForRequest(matches)
  isGone = true
  await page.reload()
  await again
}

/** The notice of a step nobody waits for any more. */
export const told = async (page: Page, words: RegExp) => {
  const notice = page.locator(".notices").getByText(words)
  await expect(notice).toBeVisible({ timeout: 20_000 })
  await page.locator(".notices").getByRole("button", { name: "Dismiss" }).first().click()
  await expect(notice).toHaveCount(0)
}
