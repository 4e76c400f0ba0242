import { call, expect, expectNewest, KEY, open, ready, snapshot, start, test } from "./connector-page/fixtures"
import type { ConnectorWindow } from "./connector-page/main"

/** Storage that is blocked, full or corrupt, nonsense from the extension, and several tabs. */
const partitions = [
  "state",
  "requests",
  "walletResponses",
  "sessions",
  "identities",
  "connectorExtension",
  "relayInbox",
  "selectedAccount"
]

test("with localStorage blocked everything works until the page is closed", async ({ page, wallet }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError")
      }
    })
  })
  await open(page)
  expect(await call(page, "connect")).toMatchObject({ ok: true, value: { accounts: [{ address: wallet.address }] } })
  await expect(page).toHaveTitle("Ada Main")
  expect(await call(page, "sendOneTimeRequest", { accounts: {} })).toMatchObject({ ok: true })
  await page.reload()
  await ready(page)
  await expect(page).toHaveTitle("nobody")
})

test("with localStorage full every request still ends, and the page shows it", async ({ page, wallet }) => {
  await open(page)
  const left = await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size = size / 2) {
      try {
        for (let n = 0; ; n++) localStorage.setItem(`junk ${size} ${n}`, "x".repeat(size))
      } catch {
        // Full for items of this size.
      }
    }
    try {
      localStorage.setItem("one more piece", "x")
      return "room"
    } catch {
      return "full"
    }
  })
  expect(left).toBe("full")
  expect(await call(page, "connect")).toMatchObject({ ok: true, value: { accounts: [{ address: wallet.address }] } })
  await expect(page).toHaveTitle("Ada Main")
  await expectNewest(page, { type: "loginRequest", status: "success" })
  expect(await call(page, "sendOneTimeRequest", { accounts: {} })).toMatchObject({ ok: true })
  await page.evaluate(() => (window as Partial<ConnectorWindow> & Window).connector?.disconnect())
  await expect(page).toHaveTitle("nobody")
})

const nonsense = [
  "",
  "null",
  "7",
  '"text"',
  "[]",
  "[[null]]",
  "{",
  "{}",
  '{"one":null,"two":[],"three":{"status":"pending"}}',
  '{"__proto__":{"status":"pending"},"constructor":7}',
  '{"walletData":{"accounts":"none","proofs":{}},"sharedData":7}',
  '{"one":{"interactionId":"one","type":"sendTransaction","status":"pending","createdAt":1,"showCancel":true,"isOneTimeRequest":false,"transactionIntentHash":""}}',
  '{"one":{"interactionId":"one","type":"dataRequest","status":"pendingCommit","createdAt":1,"showCancel":true,"isOneTimeRequest":false}}'
]
test("with any content of localStorage the page opens and a login works", async ({ page, wallet }) => {
  await page.goto("/")
  // Each round puts other nonsense into each place; tests/connector/anything.test.ts covers many more mixtures.
  const rounds = [0, 1, 2, 3, 4]
  for (const round of rounds) {
    const found = partitions.map((name, place) => ({
      key: KEY + name,
      text: nonsense[(round * 3 + place) % nonsense.length] ?? ""
    }))
    await page.evaluate((all) => {
      localStorage.clear()
      for (const { key, text } of all) localStorage.setItem(key, text)
    }, found)
    await page.reload()
    await ready(page)
    expect(await call(page, "connect"), JSON.stringify(found)).toMatchObject({ ok: true })
    await expect(page).toHaveTitle("Ada Main")
  }
  expect(wallet.requests()).toHaveLength(rounds.length)
})

test("no message on the extension's event harms a pending request", async ({ page, wallet }) => {
  await open(page)
  const held = wallet.hold()
  const login = call(page, "connect")
  await expectNewest(page, { status: "pending", receivedByWallet: true })
  await page.evaluate(() => {
    const say = (detail: unknown) => window.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail }))
    const cyclic: Record<string, unknown> = { interactionId: "one" }
    cyclic.self = cyclic
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("a trap")
        }
      }
    )
    const values: ReadonlyArray<unknown> = [
      undefined,
      null,
      0,
      -1,
      "text",
      true,
      10n,
      Symbol("s"),
      () => 1,
      [],
      [[]],
      {},
      new Date(),
      cyclic,
      trap
    ]
    for (const value of values) {
      say(value)
      for (const name of ["interactionId", "eventType", "discriminator", "items"]) say({ [name]: value })
      say({ eventType: "response", interactionId: value })
      say({
        eventType: "extensionStatus",
        isWalletLinked: value,
        canHandleSessions: value,
        isExtensionAvailable: value
      })
    }
    for (const interactionId of ["__proto__", "constructor", "toString", "stranger"]) {
      say({ eventType: "receivedByWallet", interactionId })
      say({ interactionId, discriminator: "success", items: { discriminator: "authorizedRequest" } })
      say({ interactionId, discriminator: "failure", error: "rejectedByUser" })
    }
    window.dispatchEvent(new Event("radix#chromeExtension#receive"))
    // Restores the extension's status, which the values above changed.
    say({ eventType: "extensionStatus", isWalletLinked: true, isExtensionAvailable: true, canHandleSessions: true })
  })
  await expectNewest(page, { status: "pending" })
  held.release()
  expect(await login).toMatchObject({ ok: true })
})

test("a nonsensical response ends only its own request", async ({ page, wallet }) => {
  await open(page)
  const [first, second] = [wallet.hold(), wallet.hold()]
  const refused = call(page, "sendOneTimeRequest", { accounts: {} })
  await expectNewest(page, { status: "pending", receivedByWallet: true })
  const given = call(page, "sendOneTimeRequest", { accounts: { quantity: 2 } })
  await expect.poll(() => wallet.requests().length).toBe(2)
  first.release("nonsense")
  expect(await refused).toMatchObject({ ok: false, error: { error: "walletResponseValidation" } })
  second.release()
  expect(await given).toMatchObject({ ok: true })
})

test("tabs show the same state, end each other's requests, and two at the same time lose none", async ({
  context,
  page,
  wallet
}) => {
  await open(page)
  const other = await context.newPage()
  await open(other)
  await call(page, "connect")
  await expect(other).toHaveTitle("Ada Main")

  wallet.next("received")
  const waiting = call(page, "sendOneTimeRequest", { accounts: {} })
  await expectNewest(other, { status: "pending" })
  await other.evaluate(
    (id) => (window as Partial<ConnectorWindow> & Window).connector?.cancelRequest(id),
    (await snapshot(other)).items.at(-1)?.interactionId ?? ""
  )
  expect(await waiting).toMatchObject({ ok: false, error: { error: "canceledByUser" } })

  const both = await Promise.all([page, other].map((tab) => call(tab, "sendOneTimeRequest", { accounts: {} })))
  expect(both.map(({ error }) => error)).toEqual([undefined, undefined])
  await expect.poll(async () => (await snapshot(page)).items.length).toBe(4)

  // A closed tab leaves its request to the other one.
  const held = wallet.hold()
  start(page, "sendTransaction", { transactionManifest: "m" })
  await expectNewest(other, { type: "sendTransaction", receivedByWallet: true })
  await page.close()
  const id = (await snapshot(other)).items.at(-1)?.interactionId ?? ""
  await wallet.say({
    discriminator: "success",
    interactionId: id,
    items: { discriminator: "transaction", send: { transactionIntentHash: "txid_tdx_2_1a" } }
  })
  await expectNewest(other, { status: "success" })
  held.release("silent")
  await other.evaluate(() => (window as Partial<ConnectorWindow> & Window).connector?.disconnect())
  await expect(other).toHaveTitle("nobody")
})
