import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures"

/** The masthead's connect button, a wallet that signs, and the server, which trusts only signatures. */
const masthead = (page: Page) => {
  const subject = page.getByRole("banner").locator("community-connect")
  return { button: subject.locator("[part=button]"), popover: subject.getByRole("dialog") }
}
const sessionOf = (page: Page) =>
  page.evaluate(async () => ((await (await fetch("/api/wallet/session")).json()) as { account: string | null }).account)

const open = async (page: Page) => {
  await page.goto("/")
  const { button, popover } = masthead(page)
  // The connector loads on the first sign of use; hovering is enough.
  await page.getByRole("banner").locator("community-connect").hover()
  await expect(button).toHaveAccessibleName("Connect")
  return { button, popover }
}

/** Home was only read; after signing in its hydrated form is loaded, and a request before that could lose its answer. */
const settled = async (page: Page) => {
  const { button, popover } = masthead(page)
  await expect(button).toHaveText(/Ada Main/)
  await page.waitForFunction(() => "__remixRouter" in window)
  await expect(page.getByRole("banner").locator("community-connect")).toHaveAttribute("connected", "")
  await expect(popover).toBeHidden()
}

test("one approval connects and signs in; a reload keeps both; signing out ends both @short", async ({
  page,
  wallet
}) => {
  const { button, popover } = await open(page)
  await button.click()
  await expect(button).toHaveAccessibleName("Ada Main, wallet connected")
  await expect(popover).toBeHidden()
  expect(await sessionOf(page)).toBe(wallet.address)

  await page.reload()
  await expect(button).toHaveAccessibleName("Ada Main, wallet connected")
  await button.click()
  await expect(popover.getByText("Persona")).toBeVisible()
  await popover.getByRole("button", { name: "Sign out" }).click()
  await expect(button).toHaveAccessibleName("Connect")
  await expect.poll(() => sessionOf(page)).toBeNull()
})

test("on a page that stays, the button first says that the wallet is connected", async ({ page, wallet }) => {
  await page.goto("/verify")
  const { button } = masthead(page)
  await button.click()
  await expect(button).toHaveText(/Connected/)
  await expect(button).toHaveText(/Ada Main/)
  expect(wallet.requests()).toHaveLength(1)
})

test("a page that is only read does not load the connector; the first touch of a control does", async ({ page }) => {
  const scripts: Array<string> = []
  page.on("request", (request) => scripts.push(request.url()))
  const isThere = () => scripts.some((url) => /\/WalletGateway-[\w-]+\.js$/.test(url))
  await page.goto("/", { waitUntil: "networkidle" })
  await page.mouse.wheel(0, 500)
  await page.waitForLoadState("networkidle")
  expect(isThere()).toBe(false)
  await page.getByRole("banner").locator("community-connect").hover()
  await expect.poll(isThere).toBe(true)
})

test("a click before the connector's code has arrived runs afterwards", async ({ page, wallet }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/connect-button-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto("/", { waitUntil: "commit" })
  const standIn = page.getByRole("banner").locator("community-connect > button")
  await expect(standIn).toHaveText("Connect")
  await page.waitForLoadState("load")
  const before = await standIn.boundingBox()
  await expect(async () => {
    // After the wallet's response the account menu replaces the button.
    if (wallet.requests().length === 0) await standIn.click({ timeout: 1_000 })
    expect(wallet.requests()).toHaveLength(1)
  }).toPass()
  release()
  const { button } = masthead(page)
  await expect(button).toHaveText(/Ada Main/)
  expect((await button.boundingBox())?.height).toBe(before?.height)
})

test("a refusal, nonsense and silence each show their text, and the next attempt works", async ({ page, wallet }) => {
  const { button, popover } = await open(page)
  wallet.next("refuse", "nonsense")
  await button.click()
  await expect(popover.getByText("user rejected request")).toBeVisible()
  await popover.getByRole("button", { name: "Connect", exact: true }).click()
  await expect(popover.getByText("Invalid input")).toBeVisible()

  const held = wallet.hold()
  await popover.getByRole("button", { name: "Connect", exact: true }).click()
  await expect(button).toHaveAccessibleName("Connecting")
  await expect(popover.getByText("Waiting in your wallet")).toBeVisible()
  await popover.getByRole("button", { name: "Cancel Login" }).click()
  await expect(popover.getByText("You cancelled it")).toBeVisible()
  expect(wallet.cancelled()).toHaveLength(1)
  held.release()

  await popover.getByRole("button", { name: "Connect", exact: true }).click()
  await expect(button).toHaveText(/Ada Main/)
})

test("without an extension it says so within a moment", async ({ page, wallet }) => {
  await wallet.setPresent(false)
  const { button, popover } = await open(page)
  await button.click()
  await expect(popover.getByText("extension could not be found")).toBeVisible()
  await expect(popover.getByText("This browser has no connector extension yet.")).toBeVisible()
})

for (const behaviour of ["wrong-key", "wrong-signature"] as const) {
  test(`a proof with a ${behaviour} does not sign in, and the server says why`, async ({ page, wallet }) => {
    wallet.next(behaviour)
    const { button } = await open(page)
    await button.click()
    await expect(page.getByRole("alert")).toBeVisible()
    await expect(page.getByRole("alert")).toContainText("Reference")
    await expect(button).toHaveAccessibleName("Connect")
    expect(await sessionOf(page)).toBeNull()
    await page.getByRole("button", { name: "Dismiss" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
  })
}

test("a different first account asks before anything changes", async ({ page, wallet }) => {
  const { button, popover } = await open(page)
  await button.click()
  await settled(page)
  wallet.next({ approve: { accounts: ["Ada Savings"] } })
  await button.click()
  await popover.getByRole("button", { name: "Update account sharing" }).click()

  const banner = page.getByText("Your wallet now shares another account.")
  await expect(banner).toBeVisible()
  const savings = wallet.accounts[1]?.address ?? ""
  await expect(banner).toContainText(
    `Your wallet now shares another account. Continue as Ada Main or switch to account_…${savings.slice(-8)}.`
  )
  expect(await sessionOf(page)).toBe(wallet.address)

  wallet.next({ approve: { accounts: ["Ada Savings"] } })
  await page.getByRole("button", { name: /^switch to/ }).click()
  await expect(banner).toBeHidden()
  await expect.poll(() => sessionOf(page)).toBe(savings)
})

test("choosing to continue as before is remembered in this tab", async ({ page, wallet }) => {
  const { button, popover } = await open(page)
  await button.click()
  await settled(page)
  wallet.next({ approve: { accounts: ["Ada Savings", "Ada Main"] } })
  await button.click()
  await popover.getByRole("button", { name: "Update account sharing" }).click()
  await page.getByRole("button", { name: /^Continue as/ }).click()
  const banner = page.getByText("Your wallet now shares another account.")
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(button).toHaveAccessibleName("Ada Main, wallet connected")
  await expect(banner).toHaveCount(0)
  expect(await sessionOf(page)).toBe(wallet.address)
})

test("signing out without reaching the server is reported", async ({ page, wallet: _signsIn }) => {
  const { button, popover } = await open(page)
  await button.click()
  await expect(button).toHaveText(/Ada Main/)
  await page.route("/api/wallet/session", (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue()
  )
  await expect(popover).toBeHidden()
  await button.click()
  await popover.getByRole("button", { name: "Sign out" }).click()
  await expect(
    page.getByText("You are signed out on this computer. We will tell the server as soon as it can be reached.")
  ).toBeVisible()
  await expect(button).toBeHidden()
  expect(await sessionOf(page)).toBeNull()
})
