/** A page holds what it knows of its person's sealed ballots in memory, and discards it at a disconnect. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { storedOpens, storeOpens } from "~/components/governance/votes/stored-opens"
import { forgetStored } from "~/components/wallet/wallet/own-secrets"
import { connectorOptions, type WalletSettings } from "~/components/wallet/wallet/sign-in"

const kept = {
  choice: "yes",
  reason: "the heron has moved",
  beacon: { chain: "ab", publicKey: "cd", round: 7 },
  opens: { key: "01", sigma: "02" }
}

/** A browser's storage: its keys are what `Object.keys` returns. */
const storageWith = (texts: Readonly<Record<string, string>>) => {
  const storage: Record<string, string> = { ...texts }
  Object.defineProperty(storage, "removeItem", { value: (key: string) => delete storage[key] })
  vi.stubGlobal("localStorage", storage)
  return storage
}

const settings: WalletSettings = {
  networkId: 2,
  dAppDefinitionAddress: "account_tdx_2_1",
  applicationName: "Commonhold",
  applicationVersion: "1",
  gatewayUrl: "https://gateway.example",
  relayUrl: "https://relay.example",
  dashboardUrl: "https://explorer.example",
  canOpenExplorer: false
}
const disconnect = () =>
  connectorOptions(settings, {
    onRefused: () => {},
    onSignedIn: () => {},
    onConnected: () => {},
    carryOn: async () => "done"
  }).onDisconnect?.()

describe("the secrets that open a sealed ballot", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("are known to the page, written to no storage, and gone once its person signs out", () => {
    const storage = storageWith({})
    storeOpens("a digest", kept)
    expect(storedOpens("a digest")).toEqual(kept)
    expect(Object.keys(storage)).toEqual([])
    disconnect()
    expect(storedOpens("a digest")).toBeNull()
  })

  it("stored by an earlier release are removed when the connector starts and when its person signs out", () => {
    for (const remove of [forgetStored, disconnect]) {
      const storage = storageWith({ "sealed-ballot/ab": JSON.stringify(kept), "commonhold:draft": "stays" })
      remove()
      expect(Object.keys(storage)).toEqual(["commonhold:draft"])
    }
  })
})
