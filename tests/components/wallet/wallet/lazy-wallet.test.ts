import { assert, describe, it } from "vitest"
import { createLazyWallet } from "~/components/wallet/wallet/lazy-wallet"
import { buttonProperties } from "~/connector/button/define"
import { type ConnectorSnapshot, loadingSnapshot, type WalletHandle } from "~/connector/WalletHandle"

/** Only what a lazy wallet reads; anything else is a fault of the test. */
const handle = () => {
  const listeners = new Set<() => void>()
  let snapshot: ConnectorSnapshot = {
    ...loadingSnapshot,
    isLoading: false,
    isInitialized: true,
    walletData: { accounts: [], personaData: [], proofs: [] },
    requestItems: [],
    button: {
      ...buttonProperties(loadingSnapshot),
      theme: "radix-blue",
      mode: "light",
      fullWidth: false,
      activeTab: "sharing"
    }
  }
  const calls: Array<string> = []
  const not = (name: string) => () => assert.fail(`${name} is not expected`)
  const wallet: WalletHandle = {
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    snapshot: () => snapshot,
    connect: not("connect"),
    disconnect: not("disconnect"),
    setRequestData: not("setRequestData"),
    sendRequest: not("sendRequest"),
    sendOneTimeRequest: not("sendOneTimeRequest"),
    sendTransaction: not("sendTransaction"),
    sendPreAuthorizationRequest: not("sendPreAuthorizationRequest"),
    updateSharedAccounts: not("updateSharedAccounts"),
    provideChallengeGenerator: not("provideChallengeGenerator"),
    provideLoginApproval: not("provideLoginApproval"),
    provideConnectResponse: not("provideConnectResponse"),
    cancelRequest: not("cancelRequest"),
    ignoreTransaction: not("ignoreTransaction"),
    linkClick: not("linkClick"),
    selectAccount: not("selectAccount"),
    showPopover: not("showPopover"),
    mountButton: not("mountButton"),
    destroy: async () => {
      calls.push("destroy")
    }
  }
  const change = (next: Partial<ConnectorSnapshot>) => {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
  return { wallet, calls, change, listening: () => listeners.size }
}

describe("a wallet that is loaded late", () => {
  it("shows the loading snapshot until the connector is there, then the connector's own", async () => {
    const { change, wallet } = handle()
    const lazy = createLazyWallet(async () => wallet)
    const seen: Array<string> = []
    lazy.subscribe(() => seen.push(lazy.snapshot().status))
    assert.strictEqual(lazy.snapshot(), loadingSnapshot)
    assert.isUndefined(lazy.current())

    assert.strictEqual(await lazy.load(), wallet)
    assert.isTrue(lazy.snapshot().isInitialized)
    change({ status: "pending" })
    assert.deepStrictEqual(seen, ["default", "pending"])
  })

  it("loads once, however many calls there are", async () => {
    const { wallet } = handle()
    let opened = 0
    const lazy = createLazyWallet(async () => {
      opened += 1
      return wallet
    })
    await Promise.all([lazy.load(), lazy.load()])
    await lazy.load()
    assert.strictEqual(opened, 1)
  })

  it("stops loading when the connector cannot be started, and tries again when requested", async ({
    onTestFinished
  }) => {
    const { wallet } = handle()
    const logged: Array<unknown> = []
    const error = console.error
    console.error = (...said: ReadonlyArray<unknown>) => logged.push(said)
    onTestFinished(() => {
      console.error = error
    })
    let isOnline = false
    const lazy = createLazyWallet(() => (isOnline ? Promise.resolve(wallet) : Promise.reject(new Error("offline"))))

    assert.isUndefined(await lazy.load())
    assert.isFalse(lazy.snapshot().isLoading)
    assert.isTrue(lazy.snapshot().isInitialized)
    assert.lengthOf(logged, 1)

    isOnline = true
    assert.strictEqual(await lazy.load(), wallet)
  })

  it("closes what it started, and a connector that comes too late", async () => {
    const first = handle()
    const lazy = createLazyWallet(async () => first.wallet)
    await lazy.load()
    lazy.close()
    assert.deepStrictEqual(first.calls, ["destroy"])
    assert.strictEqual(first.listening(), 0)
    assert.strictEqual(lazy.snapshot(), loadingSnapshot)

    const late = handle()
    let arrive: (wallet: WalletHandle) => void = () => {}
    const slow = createLazyWallet(
      () =>
        new Promise((resolve) => {
          arrive = resolve
        })
    )
    const loading = slow.load()
    slow.close()
    arrive(late.wallet)
    assert.isUndefined(await loading)
    assert.deepStrictEqual(late.calls, ["destroy"])
    assert.isUndefined(slow.current())
  })
})
