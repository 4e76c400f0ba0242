import type { Page } from "@playwright/test"
import { call, expect, expectNewest, open, start, test } from "./connector-page/fixtures"
import type { ConnectorWindow } from "./connector-page/main"
import { installPhone, type OpenedLink } from "./connector-page/phone"
import { keyFromSeed, makeHolder } from "./scripted-wallet.keys"
import { makeResponse } from "./scripted-wallet.response"

/** A browser on a phone: deep links out, the relay in. */
test.use({
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  viewport: { width: 390, height: 844 }
})

const accounts = [makeHolder("account", "Ada Main", "phone/account", 2)]
const persona = makeHolder("identity", "Ada Main", "phone/persona", 2)
const respond = makeResponse({ accounts, persona, foreign: keyFromSeed("nobody") })
const approve = ({ interaction }: OpenedLink) => respond(interaction, "approve") ?? {}

const setVisible = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now })
    document.dispatchEvent(new Event("visibilitychange"))
  }, state)

test("a login leaves by a signed deep link and returns encrypted; a second request reuses the session @short", async ({
  page
}) => {
  const phone = await installPhone(page)
  await open(page)
  expect(phone.readings()).toBe(0)
  const login = call(page, "connect")
  const link = await phone.opened()
  expect(link.interaction.items).toMatchObject({ auth: { discriminator: "loginWithChallenge" } })
  await expectNewest(page, { status: "pending", sentToWallet: true })
  phone.put(phone.seal(link, approve(link)))
  expect(await login).toMatchObject({
    ok: true,
    value: { accounts: [{ address: accounts[0]?.address }], proofs: [{ type: "persona" }, { type: "account" }] }
  })

  const sent = call(page, "sendTransaction", { transactionManifest: "m" })
  const second = await phone.opened(2)
  expect([second.sessionId, second.publicKey, second.identity]).toEqual([link.sessionId, link.publicKey, link.identity])
  const { interactionId } = second.interaction
  const items = { discriminator: "transaction", send: { transactionIntentHash: "txid_tdx_2_1a" } }
  phone.put(phone.seal(second, { discriminator: "success", interactionId, items }))
  expect(await sent).toMatchObject({ ok: true, value: { transactionIntentHash: "txid_tdx_2_1a" } })
})

test("if the browser did not open the wallet, the popover shows the link again until the page is left", async ({
  page
}) => {
  const phone = await installPhone(page)
  await open(page)
  const login = call(page, "connect")
  const link = await phone.opened()
  await expectNewest(page, { status: "pending", sentToWallet: true })
  await page.evaluate(() => (window as Partial<ConnectorWindow> & Window).connector?.showPopover())
  const again = page.getByRole("link", { name: "Open the wallet again" })
  await again.click()
  const second = await phone.opened(2)
  expect(second).toEqual(link)
  await expectNewest(page, { interactionId: link.interaction.interactionId, status: "pending" })
  await setVisible(page, "hidden")
  await expect(again).toHaveCount(0)
  await setVisible(page, "visible")
  await expect(again).toHaveCount(0)
  phone.put(phone.seal(second, approve(second)))
  expect(await login).toMatchObject({ ok: true })
})

test("malformed messages next to a good one do no harm, and a response survives a reload", async ({ page }) => {
  const phone = await installPhone(page)
  await open(page)
  start(page, "connect")
  const link = await phone.opened()
  await page.reload()
  await expectNewest(page, { status: "pending" })
  const stranger = { ...approve(link), interactionId: "somebody else's" }
  const broken = { ...phone.seal(link, approve(link)), data: "00".repeat(60) }
  phone.put(null, 7, "text", {}, { error: "expired" }, broken, { ...broken, publicKey: "zz" })
  phone.put(phone.seal(link, stranger), phone.seal(link, approve(link)), broken)
  await expectNewest(page, { type: "loginRequest", status: "success" })
  await expect(page).toHaveTitle("Ada Main")
})

test("the relay is polled while something waits and the page is visible, and again after an outage", async ({
  page
}) => {
  const phone = await installPhone(page)
  await page.clock.install()
  await open(page)
  await page.clock.runFor(6_000)
  expect(phone.readings(), "nothing waits").toBe(0)

  const login = call(page, "connect")
  const link = await phone.opened()
  await expect.poll(phone.readings).toBeGreaterThan(0)
  await setVisible(page, "hidden")
  // One poll may be in flight.
  await page.clock.runFor(2_000)
  const whenHidden = phone.readings()
  await page.clock.runFor(9_000)
  expect(phone.readings(), "nobody looks").toBe(whenHidden)

  phone.setDown(true)
  await setVisible(page, "visible")
  await expect.poll(phone.readings, "at once upon return").toBeGreaterThan(whenHidden)
  phone.setDown(false)
  phone.put(phone.seal(link, approve(link)))
  await page.clock.runFor(2_000)
  expect(await login).toMatchObject({ ok: true })

  const whenDone = phone.readings()
  await page.clock.runFor(9_000)
  expect(phone.readings(), "nothing waits any more").toBe(whenDone)
})

test("a login cancelled on a phone stays cancelled, whatever the wallet responds later", async ({ page }) => {
  const phone = await installPhone(page)
  await open(page)
  const login = call(page, "connect")
  const link = await phone.opened()
  await page.evaluate(
    (id) => (window as Partial<ConnectorWindow> & Window).connector?.cancelRequest(id),
    link.interaction.interactionId
  )
  expect(await login).toMatchObject({ ok: false, error: { error: "canceledByUser" } })
  const again = call(page, "connect")
  const second = await phone.opened(2)
  phone.put(phone.seal(link, approve(link)), phone.seal(second, approve(second)))
  expect(await again).toMatchObject({ ok: true })
  await expectNewest(page, { interactionId: second.interaction.interactionId, status: "success" })
})

test("inside Telegram the wallet opens in a tab of its own, whatever window.open returns", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      Telegram: { WebView: { initParams: { tgWebAppVersion: "7" } } },
      opened: [] as Array<string>
    })
    window.open = (url) => {
      const { opened } = window as Window & { opened?: Array<string> }
      opened?.push(String(url))
      return null
    }
  })
  const phone = await installPhone(page)
  await open(page)
  const respond = call(page, "sendOneTimeRequest", { accounts: {} })
  const opened = () => page.evaluate(() => (window as Window & { opened?: Array<string> }).opened ?? [])
  await expect.poll(opened).toEqual([expect.stringMatching(/^radixWallet:\/\/connect\/?\?/i)])
  const link = phone.read((await opened())[0] ?? "")
  phone.put(phone.seal(link, approve(link)))
  expect(await respond).toMatchObject({ ok: true })
  expect(phone.links).toEqual([])
})
