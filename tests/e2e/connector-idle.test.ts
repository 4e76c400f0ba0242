import type { Page } from "@playwright/test"
import { call, expect, expectNewest, open, ready, snapshot, start, test } from "./connector-page/fixtures"
import type { ConnectorWindow } from "./connector-page/main"
import { installPhone } from "./connector-page/phone"

/**
 * An idle page with the connector does no work: everything that could wake it is counted while the clock moves by an
 * hour.
 */
interface Counted {
  timers: number
  frames: number
  listening: number
  storage: number
  messages: number
  requests: number
}
type CountingWindow = Window & { counted?: Counted }

const count = async (page: Page) => {
  // Installed first, so that the counters wrap the fake clock.
  await page.clock.install()
  await page.addInitScript(() => {
    const counted = { timers: 0, frames: 0, listening: 0, storage: 0, messages: 0, requests: 0 }
    Object.assign(window, { counted })
    const watch = (holder: object, names: ReadonlyArray<string>, kind: keyof typeof counted) => {
      for (const name of names) {
        const call: unknown = Reflect.get(holder, name)
        if (typeof call !== "function") throw new Error(`there is no ${name}`)
        Object.defineProperty(holder, name, {
          configurable: true,
          writable: true,
          value: function (this: unknown, ...given: ReadonlyArray<unknown>) {
            counted[kind] += 1
            return Reflect.apply(call, this, given)
          }
        })
      }
    }
    watch(window, ["setTimeout", "setInterval"], "timers")
    watch(window, ["requestAnimationFrame", "requestIdleCallback"], "frames")
    watch(EventTarget.prototype, ["addEventListener", "dispatchEvent"], "listening")
    watch(Storage.prototype, ["getItem", "setItem", "removeItem", "key"], "storage")
    watch(MessagePort.prototype, ["postMessage"], "messages")
    watch(window, ["postMessage"], "messages")
    watch(window, ["fetch"], "requests")
    watch(XMLHttpRequest.prototype, ["send"], "requests")
    watch(Navigator.prototype, ["sendBeacon"], "requests")
    watch(LockManager.prototype, ["request"], "requests")
  })
}
const counts = (page: Page): Promise<Counted> =>
  page.evaluate(() => {
    const { counted } = window as CountingWindow
    if (counted === undefined) throw new Error("nothing is counted")
    return { ...counted }
  })
/** What the page did without input while an hour went by. */
const inAnHour = async (page: Page) => {
  const before = await counts(page)
  await page.clock.runFor(3_600_000)
  const after = await counts(page)
  return Object.fromEntries(Object.entries(after).map(([kind, now]) => [kind, now - before[kind as keyof Counted]]))
}
const NOTHING = { timers: 0, frames: 0, listening: 0, storage: 0, messages: 0, requests: 0 }
/**
 * How long the work after a start or a response may take: looking for the extension, and showing the result on the
 * button.
 */
const SETTLED_MS = 5_000

test("with nothing pending the page is idle, before any connection and after", async ({ page, wallet }) => {
  await count(page)
  await open(page)
  await page.clock.runFor(SETTLED_MS)
  expect((await counts(page)).storage, "what is counted is what the connector calls").toBeGreaterThan(0)
  expect(await inAnHour(page), "before anybody connected").toEqual(NOTHING)

  wallet.next("approve")
  expect(await call(page, "connect")).toMatchObject({ ok: true })
  await page.clock.runFor(SETTLED_MS)
  expect((await snapshot(page)).status).toBe("default")
  expect(await inAnHour(page), "with somebody connected").toEqual(NOTHING)

  await page.reload()
  await ready(page)
  await page.clock.runFor(SETTLED_MS)
  expect(await inAnHour(page), "with somebody connected, after a reload").toEqual(NOTHING)
})

test("a pending request is polled, and no longer than it waits", async ({ page, wallet }) => {
  await count(page)
  await open(page)
  await page.clock.runFor(SETTLED_MS)
  wallet.next("received")
  start(page, "connect")
  await expectNewest(page, { type: "loginRequest", status: "pending", receivedByWallet: true })
  const waiting = await counts(page)
  await page.clock.runFor(10_000)
  expect((await counts(page)).timers, "every second").toBeGreaterThanOrEqual(waiting.timers + 9)
  await page.evaluate(() => (window as Partial<ConnectorWindow> & Window).connector?.disconnect())
  await expect(page).toHaveTitle("nobody")
  await page.clock.runFor(SETTLED_MS)
  expect(await inAnHour(page)).toEqual(NOTHING)
})

test.describe("on a phone", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
  })

  test("the relay is not polled while nothing waits", async ({ page }) => {
    const phone = await installPhone(page)
    await count(page)
    await open(page)
    await page.clock.runFor(SETTLED_MS)
    expect(await inAnHour(page)).toEqual(NOTHING)
    expect(phone.readings()).toBe(0)
  })
})
