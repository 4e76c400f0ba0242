import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, expectNewest, open, snapshot, start, test } from "./connector-page/fixtures"
import { ada, card, type Given, placeButton } from "./connector-page/subject"

const fail = { status: "fail", error: { code: "rejectedByUser", message: "user rejected request" } } as const
const login = (change: Parameters<typeof card>[0] = {}) => card({ type: "loginRequest", ...change })
const phone = { isMobile: true } as const
const states: Readonly<Record<string, Given>> = {
  "no extension": {},
  "no phone paired": { isExtensionAvailable: true },
  "ready to connect": { isExtensionAvailable: true, isWalletLinked: true },
  "login waits": { status: "pending", requestItems: [login()] },
  "login waits long": { status: "pending", requestItems: [login({ createdAt: 0 })] },
  "login refused": { status: "error", requestItems: [login(fail)] },
  "just connected": { ...ada, status: "success", requestItems: [login({ status: "success" })] },
  sharing: ada,
  "sharing, no explorer": { ...ada, hasExplorer: false },
  "a request failed": { ...ada, status: "error", requestItems: [card(fail)] },
  "every request": {
    ...ada,
    status: "pending",
    requestItems: [
      card({ createdAt: 0 }),
      card({ interactionId: "2", status: "pendingCommit", canIgnore: true, type: "preAuthorizationRequest" }),
      card({ interactionId: "3", ...fail }),
      card({ interactionId: "4", status: "ignored", type: "sendTransaction" }),
      card({ interactionId: "5", status: "timedOut", type: "preAuthorizationRequest" }),
      card({
        interactionId: "6",
        status: "success",
        type: "sendTransaction",
        transactionIntentHash: "txid_tdx_2_1abcdef"
      })
    ]
  },
  "on a phone, nobody": phone,
  "on a phone, sharing": { ...ada, ...phone }
}
const themes = ["radix-blue", "black", "white-with-outline", "white"] as const

const findings = async (page: Page) => {
  // The page is one frame, so axe runs in it: the default mode opens another page for each run.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include("#subject").analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`)
}

for (const mode of ["light", "dark"] as const) {
  test(`axe finds nothing in any state of button and popover, ${mode}${mode === "light" ? " @short" : ""}`, async ({
    page
  }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ colorScheme: mode, reducedMotion: "reduce" })
    const { button, popover, set } = await placeButton(page, { mode })
    const blank: Given = {
      ...{ status: "default", connected: false, personaLabel: "", dAppName: "", accounts: [], personaData: [] },
      ...{ requestItems: [], isMobile: false, isExtensionAvailable: false, isWalletLinked: false, hasExplorer: true },
      loggedInTimestamp: ""
    }
    const found: Record<string, ReadonlyArray<string>> = {}
    for (const [name, state] of Object.entries(states)) {
      await set({ ...blank, ...state, showPopoverMenu: false })
      await expect(popover).toBeHidden()
      await set({ showPopoverMenu: true })
      await expect(popover).toBeVisible()
      const tabs = popover.getByRole("tab")
      if ((await tabs.count()) > 0) await tabs.first().click()
      const first = await findings(page)
      if ((await tabs.count()) > 0) await tabs.last().click()
      found[name] = [...first, ...((await tabs.count()) > 0 ? await findings(page) : [])]
    }
    await set({ ...blank, showPopoverMenu: false })
    for (const theme of themes) {
      await set({ theme })
      await expect(button).toBeVisible()
      found[theme] = await findings(page)
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({})
  })
}

test("with little room the button shows its icon alone, and keeps its name", async ({ page }) => {
  const { button, set, subject } = await placeButton(page)
  await subject.evaluate((element) => element.style.setProperty("--connect-width", "3rem"))
  await expect(button).toHaveAttribute("data-compact")
  await expect(button).toHaveAccessibleName("Connect")
  await expect(button.getByText("Connect")).toBeHidden()
  expect((await button.boundingBox())?.width).toBe(48)
  await set(ada)
  await expect(button).toHaveAccessibleName("Ada, wallet connected")
  expect((await button.boundingBox())?.width).toBe(48)
  await subject.evaluate((element) => element.style.removeProperty("--connect-width"))
  await expect(button.getByText("Ada", { exact: true })).toBeVisible()
})

test("with little room the button shows its icon only, and keeps its name", async ({ page, wallet }) => {
  await open(page)
  const button = page.locator("community-connect [part=button]")
  const popover = page.locator("community-connect").getByRole("dialog")
  const clickOn = async (name: string) => {
    const wanted = popover.getByRole("button", { name, exact: true })
    await expect(wanted).toBeVisible()
    await expect
      .poll(async () => {
        if (await wanted.evaluate((element) => element.matches(":focus"))) return true
        await page.keyboard.press("Tab")
        return wanted.evaluate((element) => element.matches(":focus"))
      })
      .toBe(true)
    await page.keyboard.press("Enter")
  }
  // Cancels one login, then approves another.
  wallet.next("received", "approve")
  await button.focus()
  await page.keyboard.press("Enter")
  await expectNewest(page, { type: "loginRequest", status: "pending", receivedByWallet: true })
  await clickOn("Cancel Login")
  await expectNewest(page, { type: "loginRequest", status: "fail", error: "canceledByUser" })
  await clickOn("Connect")
  await expect(page).toHaveTitle("Ada Main")
  await expect(popover).toBeHidden()
  await expect(button).toBeFocused()

  wallet.next({ approve: { accounts: ["Ada Savings"] } })
  await page.keyboard.press("Enter")
  await clickOn("Update account sharing")
  await expect.poll(async () => (await snapshot(page)).accounts.map(({ label }) => label)).toEqual(["Ada Savings"])

  wallet.next("received")
  start(page, "sendTransaction", { transactionManifest: "m" })
  await expectNewest(page, { type: "sendTransaction", receivedByWallet: true })
  const requests = popover.getByRole("tab", { name: "Requests" })
  await expect
    .poll(async () => {
      await page.keyboard.press("Tab")
      return popover.getByRole("tab", { selected: true }).evaluate((element) => element.matches(":focus"))
    })
    .toBe(true)
  await page.keyboard.press("End")
  await expect(requests).toHaveAttribute("aria-selected", "true")
  await clickOn("Ignore Transaction")
  await expectNewest(page, { status: "ignored" })
  await clickOn("Disconnect")
  await expect(page).toHaveTitle("nobody")
})
