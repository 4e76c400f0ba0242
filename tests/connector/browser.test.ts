import { Effect, Layer } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { openConnector } from "~/connector/browser"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import { WalletMemory } from "~/connector/layers"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { Wallet } from "~/connector/Wallet"
import type { WalletHandle } from "~/connector/WalletHandle"
import { approve, CHALLENGE, main, options, persona, refuse, savings } from "./world"

let open: Array<WalletHandle> = []
afterEach(async () => {
  await Promise.all(open.map((connector) => connector.destroy()))
  open = []
})

const connector = (respond: (interaction: WalletInteraction) => unknown = approve, more = {}) => {
  const made = openConnector(
    WalletMemory({
      options: options(more),
      wallet: { respond },
      gateway: { transactions: ["CommittedSuccess"] }
    })
  )
  open.push(made)
  return made
}
/** Until the snapshot is as expected; every change is announced. */
const until = (handle: WalletHandle, wished: () => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (!wished()) return
      stop()
      resolve()
    }
    const stop = handle.subscribe(check)
    queueMicrotask(check)
  })

describe("the browser entry point", () => {
  it("shows the loading state, then the first data, and the same snapshot until something changes", async () => {
    const handle: WalletHandle = connector()
    assert.isTrue(handle.snapshot().isLoading)
    assert.isFalse(handle.snapshot().isInitialized)
    await until(handle, () => handle.snapshot().isInitialized)
    assert.isFalse(handle.snapshot().isLoading)
    assert.strictEqual(handle.snapshot(), handle.snapshot())
  })

  it("connects, and the snapshot is updated when the promise resolves", async () => {
    const handle = connector()
    const respond = await handle.connect()
    assert.isTrue(respond.ok)
    const { accounts, button, requestItems, selectedAccount, walletData } = handle.snapshot()
    assert.deepStrictEqual(accounts, [main, savings])
    assert.deepStrictEqual(walletData.accounts, accounts)
    assert.deepStrictEqual(selectedAccount, main)
    assert.strictEqual(requestItems.length, 1)
    assert.include(button, {
      connected: true,
      personaLabel: persona.label,
      theme: "radix-blue",
      mode: "light",
      activeTab: "sharing"
    })
    await handle.disconnect()
    assert.strictEqual(handle.snapshot().persona, null)
    assert.deepStrictEqual(handle.snapshot().requestItems, [])
  })

  it("returns failures as values", async () => {
    const handle = connector(refuse)
    const respond = await handle.connect()
    assert.isFalse(respond.ok)
    if (respond.ok) return
    const { error, interactionId, message } = respond.error
    assert.deepStrictEqual([error, message], ["rejectedByUser", "user rejected request"])
    assert.strictEqual(interactionId, handle.snapshot().requests[0]?.interactionId)
  })

  it("returns with a failure its cause, if there is one", async () => {
    const cause = new Error("down")
    const failed = await connector(approve, { generateChallenge: () => Promise.reject(cause) }).connect()
    assert.strictEqual(failed.ok ? undefined : failed.error.jsError, cause)
    const refused = await connector(refuse).connect()
    assert.notProperty(refused.ok ? {} : refused.error, "jsError")
  })

  it("sends transactions and pre-authorizations", async () => {
    const handle = connector()
    assert.deepStrictEqual(await handle.sendTransaction({ transactionManifest: "m" }), {
      ok: true,
      value: { transactionIntentHash: "txid_tdx_2_1one", status: "CommittedSuccess" }
    })
    assert.deepStrictEqual(
      await handle.sendPreAuthorizationRequest({ manifest: "m", expiration: { type: "afterDelay", value: 60 } }),
      {
        ok: true,
        value: { expirationTimestamp: 3_600, subintentHash: "subtxid_tdx_2_1two", signedPartialTransaction: "4d22" }
      }
    )
  })

  it("requests what the dApp configured, and notifies subscribers", async () => {
    const asked: Array<WalletInteraction> = []
    const heard: Array<boolean> = []
    const handle = connector(
      (interaction) => {
        asked.push(interaction)
        return approve(interaction)
      },
      { generateChallenge: undefined }
    )
    handle.setRequestData({ accounts: { quantifier: "exactly", quantity: 2 }, personaData: { emailAddresses: true } })
    handle.provideConnectResponse((respond) => heard.push(respond.ok))
    await handle.connect()
    assert.deepInclude(asked[0]?.items, {
      ongoingAccounts: { numberOfAccounts: { quantifier: "exactly", quantity: 2 } },
      ongoingPersonaData: { numberOfRequestedEmailAddresses: { quantifier: "exactly", quantity: 1 } }
    })
    assert.isTrue((await handle.sendRequest()).ok)
    assert.strictEqual(asked.length, 1)
    assert.deepStrictEqual(heard, [true, true])
    await handle.sendOneTimeRequest({ accounts: { quantity: 1 } })
    assert.strictEqual(asked[1]?.items.discriminator, "unauthorizedRequest")
    handle.provideChallengeGenerator(async () => CHALLENGE)
    await handle.sendOneTimeRequest({ proofOfOwnership: { accounts: [main.address] } })
    assert.deepInclude(asked[2]?.items, {
      proofOfOwnership: { challenge: CHALLENGE, accountAddresses: [main.address] }
    })
    const own = "ab".repeat(32)
    await handle.sendOneTimeRequest({ proofOfOwnership: { accounts: [main.address] } }, { challenge: own })
    assert.deepInclude(asked[3]?.items, { proofOfOwnership: { challenge: own, accountAddresses: [main.address] } })
  })

  it("lets the dApp refuse a login through a handler that was set later", async () => {
    const handle = connector()
    handle.provideLoginApproval(async () => false)
    const respond = await handle.connect()
    assert.strictEqual(respond.ok ? "" : respond.error.error, "LoginRejectedByDapp")
  })

  it("opens every kind of link at its target, and has the pairing code shown by the extension", async () => {
    const opened: Array<string> = []
    const explorer = { baseUrl: "https://explorer.example/", subintentPath: "/pre/" }
    const handle = openConnector(
      WalletMemory({
        options: options({ explorer }),
        wallet: { respond: approve, onShowQrCode: () => opened.push("the code") },
        onOpen: (url) => opened.push(url)
      })
    )
    open.push(handle)
    await handle.linkClick("account", "account_a")
    await handle.linkClick("transaction", "txid_../?b")
    await handle.linkClick("subintent", "subtxid_c")
    for (const type of ["setupGuide", "getWallet", "showQrCode"] as const) await handle.linkClick(type)
    assert.deepStrictEqual(opened, [
      "https://explorer.example/account/account_a",
      "https://explorer.example/transaction/txid_..%2F%3Fb",
      "https://explorer.example/pre/subtxid_c",
      "https://wallet.radixdlt.com",
      "https://app.radixdlt.com/qr-code",
      "the code"
    ])
  })

  it("cancels by id", async () => {
    const handle = connector(() => undefined)
    const waiting = handle.connect()
    await until(handle, () => handle.snapshot().requests.length === 1 && handle.snapshot().status === "pending")
    handle.showPopover()
    assert.strictEqual(handle.snapshot().button.activeTab, "requests")
    await handle.cancelRequest(handle.snapshot().requests[0]?.interactionId ?? "")
    const respond = await waiting
    assert.strictEqual(respond.ok ? "" : respond.error.error, "canceledByUser")
  })

  it("resolves everything when it is destroyed, and everything requested afterwards", async () => {
    const handle = connector(() => undefined)
    const waiting = [handle.connect(), handle.sendTransaction({ transactionManifest: "m" })]
    await until(handle, () => handle.snapshot().requests.length === 2)
    await handle.destroy()
    const ends = await Promise.all([...waiting, handle.connect(), handle.sendTransaction({ transactionManifest: "m" })])
    assert.deepStrictEqual(
      ends.map((respond) => (respond.ok ? "" : respond.error.error)),
      // A transaction that the wallet has continues without the page; an unsent one does not.
      ["canceledByUser", "transactionOutcomeUnknown", "canceledByUser", "canceledByUser"]
    )
    await handle.disconnect()
    await handle.destroy()
  })

  it("closes everything its layers have opened, also after it was destroyed", async () => {
    const heard: Array<string> = []
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = Layer.scopedDiscard(
      Effect.acquireRelease(
        Effect.zipRight(
          Effect.promise(() => gate),
          Effect.sync(() => heard.push("opened"))
        ),
        () => Effect.sync(() => heard.push("closed"))
      )
    )
    const memory = () => WalletMemory({ options: options(), wallet: { respond: approve } })
    const early = openConnector(Layer.provideMerge(slow, memory()))
    const waiting = early.connect()
    await early.destroy()
    goOn()
    const respond = await waiting
    assert.strictEqual(respond.ok ? "" : respond.error.error, "canceledByUser")
    assert.deepStrictEqual(heard, ["opened", "closed"])

    const reopened = openConnector(Layer.provideMerge(slow, memory()))
    await until(reopened, () => reopened.snapshot().isInitialized)
    assert.deepStrictEqual(heard, ["opened", "closed", "opened"])
    await reopened.destroy()
    assert.deepStrictEqual(heard, ["opened", "closed", "opened", "closed"])
  })

  it("is initialised, not loading forever, when it cannot start", async () => {
    const shown = console.error
    const errors: Array<unknown> = []
    console.error = (...words) => errors.push(words)
    const broken = Layer.effect(Wallet, Effect.die("no such thing")).pipe(
      Layer.provideMerge(WalletMemory({ options: options(), wallet: { respond: approve } })),
      Layer.provideMerge(Layer.sync(ConnectorConfig, () => toConfig(options(), "o")))
    )
    const handle = openConnector(broken)
    open.push(handle)
    await until(handle, () => handle.snapshot().isInitialized)
    assert.isFalse(handle.snapshot().isLoading)
    const respond = await handle.connect()
    console.error = shown
    assert.strictEqual(respond.ok ? "" : respond.error.error, "FailedToSendDappRequest")
    assert.isAbove(errors.length, 0)
  })
})
