import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { RequestStatusNotOk } from "~/connector/Errors"
import { StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import { Wallet } from "~/connector/Wallet"
import type { WalletResult } from "~/connector/WalletHandle"
import { connect, only, snapshot, use, world } from "./wallet"
import { CHALLENGE, main, options, persona, refuse, savings, settle } from "./world"

describe("a first visit", () => {
  it.effect("has wallet data immediately: nothing is loading, nobody is connected", () =>
    use(
      Effect.gen(function* () {
        const first = yield* snapshot
        assert.isFalse(first.isLoading)
        assert.isTrue(first.isInitialized)
        assert.deepStrictEqual(first.accounts, [])
        assert.strictEqual(first.status, "default")
      })
    )
  )
  it.effect("reads the dApp's name from the ledger", () =>
    use(
      Effect.gen(function* () {
        yield* settle
        assert.strictEqual((yield* snapshot).dAppName, "Commonhold")
      }),
      { gateway: { names: { [options().dAppDefinitionAddress]: "Commonhold" } } }
    )
  )
  it.effect("calls it 'Unnamed dApp' when the ledger cannot be read", () =>
    use(
      Effect.gen(function* () {
        yield* settle
        assert.strictEqual((yield* snapshot).dAppName, "Unnamed dApp")
      }),
      { gateway: { methods: { dAppName: () => new RequestStatusNotOk({ status: 500 }) } } }
    )
  )
})

describe("connecting", () => {
  it.effect("discards earlier shared data, sends the challenge, and stores what is shared now", () => {
    const { asked, layer } = world()
    return Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.modify(StateStore, (state) => [
        undefined,
        { ...state, walletData: { ...state.walletData, persona: { identityAddress: "old", label: "Old" } } }
      ])
      const data = yield* connect
      assert.deepStrictEqual(asked[0]?.items, {
        discriminator: "authorizedRequest",
        auth: { discriminator: "loginWithChallenge", challenge: CHALLENGE },
        reset: { accounts: false, personaData: false },
        ongoingAccounts: { challenge: CHALLENGE, numberOfAccounts: { quantifier: "atLeast", quantity: 1 } }
      })
      assert.deepStrictEqual(asked[0]?.metadata, {
        version: 2,
        networkId: 2,
        dAppDefinitionAddress: options().dAppDefinitionAddress,
        origin: "https://dapp.example"
      })
      assert.deepStrictEqual(data.accounts, [main, savings])
      assert.deepStrictEqual(
        data.proofs.map(({ address, type }) => [type, address]),
        [
          ["persona", persona.identityAddress],
          ["account", main.address],
          ["account", savings.address]
        ]
      )
      const state = yield* storage.get(StateStore)
      assert.deepStrictEqual(state.walletData, data)
      assert.strictEqual(state.loggedInTimestamp, "0")
      assert.deepStrictEqual(state.sharedData.persona, { proof: true })
      const item = yield* only
      assert.strictEqual(item.type, "loginRequest")
      assert.strictEqual(item.status, "success")
      assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
      const now = yield* snapshot
      assert.deepStrictEqual(now.selectedAccount, main)
      assert.strictEqual(now.persona?.label, persona.label)
      assert.strictEqual(now.status, "success")
    }).pipe(Effect.provide(layer))
  })

  it.effect("requests only the persona if the dApp names nothing, without a challenge", () => {
    const { asked, layer } = world({ options: { connectRequest: undefined as never } })
    return Effect.gen(function* () {
      yield* connect
      assert.deepStrictEqual(asked[0]?.items, {
        discriminator: "authorizedRequest",
        auth: { discriminator: "loginWithoutChallenge" },
        reset: { accounts: false, personaData: false }
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("updates shared data with every lasting response, and keeps it through a one-time one", () => {
    const { layer } = world()
    const shared = Effect.flatMap(Storage, (storage) => Effect.map(storage.get(StateStore), (_) => _.sharedData))
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      yield* connect
      assert.deepInclude(yield* shared, { persona: { proof: true } })
      const before = yield* shared
      yield* wallet.request({ proofOfOwnership: { accountAddresses: [main.address] } }, { oneTime: true })
      assert.deepStrictEqual(yield* shared, before)
      yield* wallet.request({ personaData: { fullName: true } })
      assert.deepStrictEqual(yield* shared, {
        persona: { proof: false },
        ongoingPersonaData: { isRequestingName: true }
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("asks once for two clicks, and again for a click after the end", () => {
    const { asked, layer } = world()
    return Effect.gen(function* () {
      const [first, second] = yield* Effect.all([connect, connect], { concurrency: 2 })
      assert.deepStrictEqual(first, second)
      assert.strictEqual(asked.length, 1)
      yield* connect
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("notifies the dApp of every end", () => {
    const heard: Array<WalletResult<unknown>> = []
    const onConnectResponse = (response: WalletResult<unknown>) => void heard.push(response)
    return Effect.gen(function* () {
      yield* use(connect, { options: { onConnectResponse } })
      yield* use(Effect.flip(connect), { options: { onConnectResponse }, wallet: { respond: refuse } })
      const throwing = () => {
        throw new Error("the page's own mistake")
      }
      yield* use(connect, { options: { onConnectResponse: throwing } })
      assert.deepStrictEqual(
        heard.map((response) => (response.ok ? "ok" : response.error.error)),
        ["ok", "rejectedByUser"]
      )
    })
  })
})
