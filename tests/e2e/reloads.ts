/** Reloads a page while a wallet has something to sign, and checks what the person reads then. */
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
  /** The click that asks the wallet. */
  readonly click: () => Promise<void>
  /** The request that carries the signature. */
  readonly post: RegExp
  /** What the wallet responds, once it was asked. */
  readonly response?: () => Promise<Behaviour>
}

export const isPost = (post: RegExp) => (request: Request) => request.method() === "POST" && post.test(request.url())

/** Runs a step, with the page reloaded at that moment. */
export const through = async (
  { page, wallet }: DemoVisit,
  reload: Reload,
  { response: reply, post, click: clickOn }: Step
) => {
  const before = wallet.requests().length
  const held = wallet.hold()
  let posts = 0
  const matches = isPost(post)
  page.on("request", (request) => {
    if (matches(request)) posts += 1
  })
  await clickOn()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  const said = (await reply?.()) ?? "approve"
  if (reload === reloads[0]) {
    await page.reload()
    held.release(said)
    await expect.poll(() => posts).toBeGreaterThan(0)
    return
  }
  // The route stays: removing it would let the held request through.
  let reached = false
  let isGone = false
  await page.route(post, async (route) => {
    if (isGone || route.request().method() !== "POST") return route.fallback()
    // The response never arrives; in the third case the server has processed the request.
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

/** Waits for the notice about a step that no page waits for any more, and dismisses it. */
export const reported = async (page: Page, words: RegExp) => {
  const notice = page.locator(".notices").getByText(words)
  await expect(notice).toBeVisible({ timeout: 20_000 })
  await page.locator(".notices").getByRole("button", { name: "Dismiss" }).first().click()
  await expect(notice).toHaveCount(0)
}
