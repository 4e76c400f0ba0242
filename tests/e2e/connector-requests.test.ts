import { call, expect, expectNewest, open, snapshot, start, test } from "./connector-page/fixtures"
import type { ConnectorWindow } from "./connector-page/main"

/** Every request of the handle, on a page without React, with a wallet that signs and a scripted ledger. */
const transaction = (transactionIntentHash: string) => ({
  items: () => ({ discriminator: "transaction", send: { transactionIntentHash } })
})
const signed = {
  expirationTimestamp: 4_102_444_800,
  subintentHash: "subtxid_tdx_2_1s",
  signedPartialTransaction: "4d22"
}
const preAuthorized = { items: () => ({ discriminator: "preAuthorizationResponse", response: signed }) }
const later = { manifest: "YIELD_TO_PARENT;", expiration: { type: "afterDelay", value: 60 } }

test("a login proves, shares and notifies the page; the button shows it; a reload keeps it @short", async ({
  page,
  wallet
}) => {
  await open(page)
  const result = await call(page, "connect")
  expect(result).toMatchObject({
    ok: true,
    value: {
      accounts: [{ address: wallet.address }],
      persona: { label: "Ada Main" },
      proofs: [{ type: "persona", challenge: "5a".repeat(32) }, { type: "account" }]
    }
  })
  const reported = await page.evaluate(() => (window as Partial<ConnectorWindow> & Window).reported)
  expect(reported).toMatchObject([{ by: "connect", what: { ok: true } }])
  await expect(page.locator("community-connect [part=button]")).toContainText("Ada Main")
  await page.reload()
  await expect(page).toHaveTitle("Ada Main")
  await expect(page.locator("community-connect [part=button]")).toContainText("Ada Main")
})

test("lasting data, one-time data, ownership and repeated sharing each follow their own rule", async ({
  page,
  wallet
}) => {
  await open(page)
  await call(page, "connect")
  await page.evaluate(() =>
    (window as Partial<ConnectorWindow> & Window).connector?.setRequestData({
      accounts: { quantifier: "atLeast", quantity: 2 },
      personaData: { fullName: true, emailAddresses: true }
    })
  )
  const lasting = await call(page, "sendRequest")
  expect(lasting).toMatchObject({ ok: true, value: { accounts: wallet.accounts.map(({ address }) => ({ address })) } })
  expect(wallet.requests().at(-1)?.items).toMatchObject({
    discriminator: "authorizedRequest",
    auth: { discriminator: "usePersona", identityAddress: wallet.persona.address },
    ongoingPersonaData: { numberOfRequestedEmailAddresses: { quantifier: "exactly", quantity: 1 } }
  })
  // The data is known already, so the wallet gets no second request.
  const heard = wallet.requests().length
  expect(await call(page, "sendRequest")).toMatchObject({ ok: true })
  expect(wallet.requests()).toHaveLength(heard)

  const once = await call(page, "sendOneTimeRequest", { personaData: { phoneNumbers: true } })
  expect(once).toMatchObject({ ok: true, value: { personaData: [{ entry: "phoneNumbers" }] } })
  const kept = await page.evaluate(() =>
    (window as Partial<ConnectorWindow> & Window).connector?.snapshot().personaData.map(({ entry }) => entry)
  )
  expect(kept).toEqual(["fullName", "emailAddresses"])

  const owned = await call(page, "sendOneTimeRequest", { proofOfOwnership: { accounts: [wallet.address] } })
  expect(owned).toMatchObject({ ok: true, value: { proofs: [{ type: "account", address: wallet.address }] } })
  await expectNewest(page, { type: "proofRequest", status: "success" })

  wallet.next({ approve: { accounts: ["Ada Savings"] } })
  expect(await call(page, "updateSharedAccounts")).toMatchObject({ ok: true })
  expect(wallet.requests().at(-1)?.items.reset).toMatchObject({ accounts: true })
  expect((await snapshot(page)).accounts.map(({ label }) => label)).toEqual(["Ada Savings"])
})

test("a transaction and a pre-authorization end with the ledger's result @short", async ({ gateway, page, wallet }) => {
  await open(page)
  wallet.next(transaction("txid_tdx_2_1a"), preAuthorized, transaction("txid_tdx_2_1b"))
  expect(await call(page, "sendTransaction", { transactionManifest: "CALL_METHOD;" })).toEqual({
    ok: true,
    value: { transactionIntentHash: "txid_tdx_2_1a", status: "CommittedSuccess" }
  })
  expect(await call(page, "sendPreAuthorizationRequest", later)).toEqual({ ok: true, value: signed })
  await expectNewest(page, { status: "success", metadata: { parentTransactionIntentHash: "txid_tdx_2_1parent" } })
  gateway.transaction = "Rejected"
  expect(await call(page, "sendTransaction", { transactionManifest: "CALL_METHOD;" })).toMatchObject({
    ok: false,
    error: { error: "Rejected" }
  })
  await expectNewest(page, { status: "fail", error: "Rejected" })
})

test("a refusing gateway ends a transaction; one that is down is waited for", async ({ gateway, page, wallet }) => {
  await open(page)
  gateway.httpStatus = 400
  wallet.next(transaction("txid_tdx_2_1a"), transaction("txid_tdx_2_1b"))
  expect(await call(page, "sendTransaction", { transactionManifest: "m" })).toMatchObject({ ok: false })
  await expectNewest(page, { status: "fail" })
  gateway.httpStatus = 0
  const waiting = call(page, "sendTransaction", { transactionManifest: "m" })
  await expectNewest(page, { status: "pending", transactionIntentHash: "txid_tdx_2_1b" })
  gateway.httpStatus = 200
  expect(await waiting).toMatchObject({ ok: true, value: { status: "CommittedSuccess" } })
})

test("the code that polls the ledger loads on the first submission, and again if that failed", async ({
  page,
  wallet
}) => {
  const asked: Array<string> = []
  await page.route("**/followLedger-*.js", (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await open(page)
  wallet.next("approve", "received", transaction("txid_tdx_2_1a"))
  expect(await call(page, "connect")).toMatchObject({ ok: true })
  expect(asked, "a login needs none").toEqual([])
  start(page, "sendTransaction", { transactionManifest: "m" })
  await expect.poll(() => asked.length, "while the wallet is open").toBeGreaterThan(0)

  const sent = call(page, "sendTransaction", { transactionManifest: "m" })
  await expectNewest(page, { status: "pending", transactionIntentHash: "txid_tdx_2_1a" })
  await page.unroute("**/followLedger-*.js")
  expect(await sent).toMatchObject({ ok: true, value: { status: "CommittedSuccess" } })
})

test("a pending request can be cancelled or ignored, and disconnecting ends all of them", async ({
  page,
  wallet,
  gateway
}) => {
  await open(page)
  const newest = async () => (await snapshot(page)).items.at(-1)?.interactionId ?? ""
  const report = (verb: "cancelRequest" | "ignoreTransaction", id: string) =>
    page.evaluate(({ id, verb }) => (window as Partial<ConnectorWindow> & Window).connector?.[verb](id), { id, verb })
  wallet.next("received")
  const login = call(page, "connect")
  await expectNewest(page, { type: "loginRequest", status: "pending", receivedByWallet: true })
  await report("cancelRequest", await newest())
  expect(await login).toMatchObject({ ok: false, error: { error: "canceledByUser" } })
  await expect.poll(wallet.cancelled).toHaveLength(1)

  gateway.transaction = "Pending"
  wallet.next(transaction("txid_tdx_2_1a"))
  const sent = call(page, "sendTransaction", { transactionManifest: "m" })
  await expectNewest(page, { transactionIntentHash: "txid_tdx_2_1a" })
  await report("ignoreTransaction", await newest())
  expect(await sent).toMatchObject({ ok: false })
  await expectNewest(page, { status: "ignored", transactionIntentHash: "txid_tdx_2_1a" })

  wallet.next("received")
  const asked = call(page, "sendOneTimeRequest", { accounts: {} })
  await expectNewest(page, { status: "pending" })
  await page.evaluate(() => (window as Partial<ConnectorWindow> & Window).connector?.disconnect())
  expect(await asked).toMatchObject({ ok: false, error: { error: "canceledByUser" } })
  expect((await snapshot(page)).items).toEqual([])
})

const kinds = [
  {
    kind: "sendTransaction",
    verb: "sendTransaction",
    input: { transactionManifest: "m" },
    reply: transaction("txid_1")
  },
  { kind: "preAuthorizationRequest", verb: "sendPreAuthorizationRequest", input: later, reply: preAuthorized },
  { kind: "dataRequest", verb: "sendOneTimeRequest", input: { accounts: {} }, reply: "approve" },
  { kind: "loginRequest", verb: "connect", input: {}, reply: "approve" },
  {
    kind: "proofRequest",
    verb: "sendOneTimeRequest",
    input: { proofOfOwnership: { identity: "identity_tdx_2_1ada" } },
    reply: "approve"
  },
  { kind: "dataRequest", verb: "sendOneTimeRequest", input: { accounts: { reset: true } }, reply: "approve" }
] as const
test("a reload during any kind of request loses only the promise", async ({ page, wallet }) => {
  await open(page)
  for (const { input, kind, reply, verb } of kinds) {
    await test.step(kind, async () => {
      const held = wallet.hold()
      start(page, verb, input)
      await expectNewest(page, { type: kind, status: "pending", receivedByWallet: true })
      await page.reload()
      await expectNewest(page, { type: kind, status: "pending" })
      held.release(reply)
      await expectNewest(page, { type: kind, status: "success" })
    })
  }
  await expect(page).toHaveTitle("Ada Main")
})
