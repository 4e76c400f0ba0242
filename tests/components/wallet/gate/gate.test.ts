import { describe, expect, it } from "vitest"
import { type GateState, gateState } from "~/components/wallet/gate/gate-state"

const account = { address: "account_tdx_2_ada", label: "Ada Main", appearanceId: 0 }
const loading = { isLoading: true, isInitialized: false, accounts: [] }
const none = { isLoading: false, isInitialized: true, accounts: [] }
const one = { isLoading: false, isInitialized: true, accounts: [account] }

describe("the wallet gate", () => {
  it.each<[string, Parameters<typeof gateState>[0], boolean, GateState]>([
    ["waits while the wallet loads and nobody is signed in", loading, false, "waiting"],
    ["is open for a session while the wallet loads: content never gives way to the spinner", loading, true, "open"],
    ["waits for a wallet that has loaded but is not initialised", { ...none, isInitialized: false }, false, "waiting"],
    ["still waits when initialised and loading again", { ...none, isLoading: true }, false, "waiting"],
    ["is closed once it is known that nobody is connected", none, false, "closed"],
    ["is closed for a session whose wallet turned out to be disconnected", none, true, "closed"],
    ["asks a connected account without a session for its proof", one, false, "unproven"],
    ["is open for a connected account with a session", one, true, "open"]
  ])("%s", (_, wallet, isSignedIn, expected) => {
    expect(gateState(wallet, isSignedIn, false)).toBe(expected)
  })

  it("stays open for somebody who signs in again from inside, and for nobody else", () => {
    expect(gateState(none, true, true)).toBe("open")
    expect(gateState(none, false, true)).toBe("unproven")
    expect(gateState(loading, false, true)).toBe("waiting")
  })
})
