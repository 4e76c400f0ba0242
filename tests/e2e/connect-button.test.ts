import { expect, test } from "./connector-page/fixtures"
import { ada, address, card, placeButton } from "./connector-page/subject"

test("each status has its label, its name and its state for screen readers", async ({ page }) => {
  const { button, set } = await placeButton(page)
  await expect(button).toHaveAccessibleName("Connect")
  await expect(button).toHaveAttribute("aria-haspopup", "dialog")
  await expect(button).toHaveAttribute("aria-expanded", "false")
  await set({ status: "pending" })
  await expect(button).toHaveAccessibleName("Connecting")
  await expect(button).toHaveAttribute("aria-busy", "true")
  await set({ status: "error" })
  await expect(button).toHaveAccessibleName("Not connected")
  await set({ ...ada, status: "success", requestItems: [card({ type: "loginRequest", status: "success" })] })
  await expect(button).toHaveAccessibleName("Connected as Ada")
  await set({ status: "default" })
  await expect(button).toHaveAccessibleName("Ada, wallet connected")
})

test("the first click connects immediately and shows what it waits for; success closes the popover, failure says why @short", async ({
  page
}) => {
  const { button, heard, popover, set } = await placeButton(page)
  await set({ showPopoverMenu: true })
  // Only an extension can show a pairing code.
  const code = popover.getByRole("button", { name: "Show the code to pair a phone" })
  await expect(popover.getByText("This browser has no connector extension yet.")).toBeVisible()
  await expect(code).toHaveCount(0)
  await set({ isExtensionAvailable: true })
  await code.click()
  await popover.getByRole("button", { name: "Get the wallet" }).click()
  await set({ isWalletLinked: true, showPopoverMenu: false })
  await expect(popover).toBeHidden()
  expect((await heard()).slice(-2)).toEqual(['link-click {"type":"showQrCode"}', 'link-click {"type":"getWallet"}'])
  await button.click()
  expect((await heard()).slice(3)).toEqual(["connect", "show-popover"])
  await expect(button).toHaveAttribute("aria-expanded", "true")
  await expect(popover).toBeFocused()

  await set({ status: "pending", requestItems: [card({ type: "loginRequest" })] })
  await expect(popover).toHaveAccessibleName("Waiting for your wallet")
  await popover.getByRole("button", { name: "Cancel Login" }).click()
  expect(await heard()).toContain(`cancel-request-item {"interactionId":"one"}`)
  await set({ requestItems: [card({ type: "loginRequest", showCancel: false })] })
  await expect(popover).toBeFocused() // the button that had the focus is gone

  const error = { code: "missingExtension", message: "extension could not be found" }
  const failed = { status: "error", requestItems: [card({ type: "loginRequest", status: "fail", error })] } as const
  await set({ ...failed, isExtensionAvailable: false })
  await expect(popover.getByText(error.message)).toBeVisible()
  // The extension was installed since, so the advice disappears.
  await set({ isExtensionAvailable: true })
  await expect(popover.getByText(error.message)).toHaveCount(0)
  await popover.getByRole("button", { name: "Connect", exact: true }).click()
  await set({ ...ada, status: "success", requestItems: [card({ type: "loginRequest", status: "success" })] })
  await expect(popover).toBeHidden()
  await expect(button).toBeFocused()
})

test("the keyboard opens, moves through the tabs, and closes it with the focus back on the button", async ({
  page
}) => {
  const { button, heard, popover } = await placeButton(page, ada)
  await button.focus()
  await page.keyboard.press("Enter")
  await expect(popover).toBeFocused()
  await expect(popover).toHaveAccessibleName("Ada")
  const sharing = popover.getByRole("tab", { name: "Sharing" })
  const requests = popover.getByRole("tab", { name: "Requests" })
  await expect(sharing).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Tab") // Disconnect
  await page.keyboard.press("Tab")
  await expect(sharing).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await expect(requests).toBeFocused()
  await expect(popover.getByRole("tabpanel")).toHaveAccessibleName("Requests")
  await page.keyboard.press("Home")
  await expect(sharing).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(popover).toBeHidden()
  await expect(button).toBeFocused()
  expect(await heard()).toEqual(["show-popover"])
})

test("the page's own links and the wallet share one menu; without a wallet it opens before any request", async ({
  page
}) => {
  const { button, heard, popover, set } = await placeButton(page, ada)
  await page.locator("#subject").evaluate((element) => {
    const menu = Object.assign(document.createElement("p"), { slot: "menu" })
    for (const word of ["Profile", "Settings"])
      menu.append(Object.assign(document.createElement("a"), { href: "#", textContent: word }), " ")
    element.append(menu)
  })
  await set({ leaveWords: "Sign out" })
  const profile = page.getByRole("link", { name: "Profile" })
  await expect(profile).toBeHidden()
  await button.click()
  // The wallet's part is loaded when the menu opens, after the page's own links are there.
  await expect(popover.getByRole("tab", { name: "Sharing" })).toBeVisible()
  for (const stop of [
    popover.getByRole("button", { name: "Sign out" }),
    profile,
    page.getByRole("link", { name: "Settings" })
  ]) {
    await page.keyboard.press("Tab")
    await expect(stop).toBeFocused()
  }
  await page.keyboard.press("Tab")
  await expect(popover.getByRole("tab", { name: "Sharing" })).toBeFocused()
  await page.keyboard.press("Shift+Tab")
  // The menu's contents may change around a link without taking its focus.
  await set({ requestItems: [card({ type: "loginRequest", status: "success" })] })
  await expect(page.getByRole("link", { name: "Settings" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(popover).toBeHidden()
  await expect(button).toBeFocused()

  await set({ connected: false, accounts: [], requestItems: [] })
  await button.click()
  await expect(profile).toBeVisible()
  expect(await heard()).not.toContain("connect")
  await popover.getByRole("button", { name: "Connect", exact: true }).click()
  expect(await heard()).toContain("connect")
})

test("Sharing shows who sees what; every link and button reports its click", async ({ page }) => {
  const { button, heard, popover } = await placeButton(page, ada)
  await button.click()
  await expect(popover.getByText("Commonhold sees")).toBeVisible()
  await expect(popover.getByText("ada@example.org")).toBeVisible()
  await expect(popover.getByText("account_…k0m4ca6t")).toBeVisible()
  await expect(popover.getByText("Signed in 20 Nov, 13:51")).toBeVisible()
  await popover.getByRole("button", { name: "Ada Savings in the explorer" }).click()
  await popover.getByRole("button", { name: "Update account sharing" }).click()
  await popover.getByRole("button", { name: "Set-up guide" }).click()
  await popover.getByRole("button", { name: "Disconnect" }).click()
  expect(await heard()).toEqual([
    "show-popover",
    `link-click ${JSON.stringify({ type: "account", data: address("p7w2x9nd") })}`,
    "update-shared-accounts",
    `link-click {"type":"setupGuide"}`,
    "disconnect"
  ])
})

test("opens on Requests while one is pending; a finished one links to the explorer, where there is one", async ({
  page
}) => {
  const hash = "txid_tdx_2_1qyqszqgpqyqszqgp4c9yq2"
  const requestItems = [
    card({ type: "sendTransaction", showCancel: false, canIgnore: true, receivedByWallet: true }),
    card({ interactionId: "two", type: "sendTransaction", status: "success", transactionIntentHash: hash })
  ]
  const { button, heard, popover, set } = await placeButton(page, { ...ada, status: "pending", requestItems })
  await button.click()
  await expect(popover.getByRole("tab", { name: "Requests" })).toHaveAttribute("aria-selected", "true")
  await popover.getByRole("button", { name: "Ignore Transaction" }).click()
  await popover.getByRole("button", { name: "txid_…4c9yq2" }).click()
  expect((await heard()).slice(1)).toEqual([
    `ignore-transaction-item {"interactionId":"one"}`,
    `link-click ${JSON.stringify({ type: "transaction", data: hash })}`
  ])
  await set({ hasExplorer: false })
  await expect(popover.getByText("txid_…4c9yq2")).toBeVisible()
  await expect(popover.getByRole("button", { name: "txid_…4c9yq2" })).toHaveCount(0)
})

test("it opens while its contents still load: the page's menu first, the rest below it", async ({ page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route("**/contents-*.js", async (route) => {
    await held
    await route.continue()
  })
  const { button, popover, subject } = await placeButton(page, ada)
  await subject.evaluate((element) => {
    const profile = Object.assign(document.createElement("a"), { href: "#", slot: "menu", textContent: "Profile" })
    element.append(profile)
  })
  await button.focus()
  await page.keyboard.press("Enter")
  await expect(popover).toBeFocused()
  await expect(popover).toHaveAccessibleName("Ada")
  const profile = page.getByRole("link", { name: "Profile" })
  const at = await profile.boundingBox()
  await expect(popover.getByRole("tab")).toHaveCount(0)
  letGo()
  await expect(popover.getByText("account_…k0m4ca6t")).toBeVisible()
  // Nothing moves under the pointer.
  expect(await profile.boundingBox()).toEqual(at)
  await expect(popover).toBeFocused()
})

test("contents that fail to load are reported, the connection stays, and opening again retries", async ({ page }) => {
  let tries = 0
  await page.route("**/contents-*.js", (route) => {
    tries += 1
    return route.abort()
  })
  const { button, heard, popover, set } = await placeButton(page)
  await button.click()
  expect((await heard()).slice(0, 2)).toEqual(["connect", "show-popover"])
  await expect(popover.getByText("The rest could not be loaded.")).toBeVisible()
  await popover.getByRole("button", { name: "Connect", exact: true }).click()
  expect((await heard()).filter((event) => event === "connect")).toHaveLength(2)
  // An update while it is open does not retry.
  const before = tries
  await set({ status: "pending", requestItems: [card({ type: "loginRequest" })] })
  await expect(popover).toHaveAccessibleName("Waiting for your wallet")
  await set({ status: "default", requestItems: [] })
  await expect(popover).toHaveAccessibleName("Connect your wallet")
  expect(tries).toBe(before)
  await page.keyboard.press("Escape")
  await page.unroute("**/contents-*.js")
  await set(ada)
  await button.click()
  await expect(popover.getByText("account_…k0m4ca6t")).toBeVisible()
  await expect(popover.getByText("The rest could not be loaded.")).toHaveCount(0)
})

test("help appears after 15 s, leaves the focus alone and keeps Cancel within reach", async ({ page }) => {
  await page.clock.install()
  const { popover, set, heard } = await placeButton(page, ada)
  // Only the first visible button opens automatically: hide the page's other one.
  await page.locator("community-connect:not(#subject)").evaluateAll((others) => others.map((other) => other.remove()))
  const createdAt = await page.evaluate(() => Date.now())
  await set({ status: "pending", requestItems: [card({ createdAt })] })
  await page.clock.runFor(14_000)
  await expect(popover).toBeHidden()
  await page.clock.runFor(1_500)
  await expect(popover.getByText("Is the wallet app open and on the test network (Stokenet)?")).toBeVisible()
  await expect(popover).not.toBeFocused()
  await popover.getByRole("button", { name: "Cancel Data request" }).click()
  expect(await heard()).toContain(`cancel-request-item {"interactionId":"one"}`)

  await page.keyboard.press("Escape")
  await expect(popover).toBeHidden()
  await set({ requestItems: [card({ createdAt })] })
  await expect(popover).toBeHidden() // the person closed it: it does not open again for the same request
})

test("a click elsewhere closes it, and two buttons do not interfere with each other", async ({ page }) => {
  const { button, popover } = await placeButton(page, ada)
  await page.evaluate(() => {
    const second = Object.assign(document.createElement("community-connect"), { id: "second", fullWidth: true })
    document.querySelector("main")?.prepend(second)
  })
  const second = page.locator("#second").locator("[part=button]")
  await button.click()
  await expect(popover).toBeVisible()
  await second.click()
  await expect(popover).toBeHidden()
  await expect(page.locator("#second").getByRole("dialog")).toBeVisible()
  const [wide, main] = await Promise.all([second.boundingBox(), page.locator("main").boundingBox()])
  expect(wide?.width).toBe(main?.width)
})

test("on a phone it is a sheet that traps the focus until it is closed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { button, popover } = await placeButton(page, { ...ada, isMobile: true })
  await button.click()
  await expect(popover).toHaveAttribute("aria-modal", "true")
  for (let clickOn = 0; clickOn < 20; clickOn += 1) {
    await page.keyboard.press("Tab")
    expect(await popover.evaluate((box) => box.matches(":focus-within"))).toBe(true)
  }
  await popover.getByRole("button", { name: "Close" }).click()
  await expect(popover).toBeHidden()
  await expect(button).toBeFocused()
})

test("it announces its removal", async ({ page }) => {
  const { heard, subject } = await placeButton(page)
  await subject.evaluate((button) => button.remove())
  expect(await heard()).toEqual(["destroy"])
})
