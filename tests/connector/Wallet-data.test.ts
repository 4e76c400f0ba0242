import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { RequestsStore, StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { Wallet } from "~/connector/Wallet"
import { connect, only, snapshot, use, world } from "./wallet"
import { approve, CHALLENGE, isRunning, main, pass, persona, savings, settle } from "./world"

describe("a data request", () => {
  it.effect("is served from shared data without asking again, unless told otherwise", () => {
    const { asked, layer } = world()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      yield* connect
      const again = yield* wallet.request({ accounts: {} })
      assert.deepStrictEqual(again.accounts, [main, savings])
      assert.strictEqual(asked.length, 1)
      yield* wallet.request({ accounts: {} }, { useCache: false })
      yield* wallet.request({ accounts: { reset: true } })
      assert.strictEqual(asked.length, 3)
      assert.deepInclude(asked[1]?.items, {
        auth: { discriminator: "usePersona", identityAddress: persona.identityAddress }
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("passes one-time data to the caller and stores none of it", () => {
    const { asked, layer } = world()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const data = yield* wallet.request({ accounts: {}, personaData: { fullName: true } }, { oneTime: true })
      assert.deepStrictEqual(data.accounts, [main, savings])
      assert.strictEqual(asked[0]?.items.discriminator, "unauthorizedRequest")
      const storage = yield* Storage
      assert.deepStrictEqual((yield* storage.get(StateStore)).walletData.accounts, [])
      assert.notInclude(JSON.stringify(yield* storage.get(RequestsStore)), main.address)
      assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
    }).pipe(Effect.provide(layer))
  })

  it.effect("proves ownership once without losing shared data", () =>
    use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        yield* connect
        const before = (yield* (yield* Storage).get(StateStore)).walletData
        const proven = yield* wallet.request(
          { proofOfOwnership: { accountAddresses: [main.address] } },
          { oneTime: true, challenge: CHALLENGE }
        )
        assert.deepStrictEqual(
          proven.proofs.map(({ address }) => address),
          [main.address]
        )
        assert.deepStrictEqual((yield* (yield* Storage).get(StateStore)).walletData, before)
      })
    )
  )

  it.effect("generates a challenge only for proofs", () => {
    let generated = 0
    const generateChallenge = async () => {
      generated++
      return CHALLENGE
    }
    return use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        yield* wallet.request({ accounts: {} })
        assert.strictEqual(generated, 0)
        yield* wallet.request({ accounts: { withProof: true } })
        assert.strictEqual(generated, 1)
        yield* wallet.request({ accounts: { withProof: true } }, { challenge: CHALLENGE })
        assert.strictEqual(generated, 1)
      }),
      { options: { generateChallenge } }
    )
  })

  it.effect("lets the user share other accounts", () => {
    const { asked, layer } = world()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      yield* connect
      yield* wallet.updateSharedAccounts
      assert.deepInclude(asked[1]?.items, { reset: { accounts: true, personaData: false } })
    }).pipe(Effect.provide(layer))
  })

  it.effect("lets the dApp change it, but not its id", () => {
    const { asked, layer } = world({
      options: {
        interceptRequest: async (interaction) => ({
          ...(interaction as WalletInteraction),
          interactionId: "stolen",
          metadata: { ...(interaction as WalletInteraction).metadata, networkId: 1 }
        })
      }
    })
    return Effect.gen(function* () {
      yield* connect
      assert.strictEqual(asked[0]?.metadata.networkId, 1)
      assert.strictEqual(asked[0]?.interactionId, (yield* only).interactionId)
    }).pipe(Effect.provide(layer))
  })

  it.effect("remembers which account the page acts for, while it is shared", () =>
    use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        yield* connect
        yield* wallet.selectAccount(savings.address)
        assert.deepStrictEqual((yield* snapshot).selectedAccount, savings)
        yield* wallet.selectAccount("account_gone")
        assert.deepStrictEqual((yield* snapshot).selectedAccount, main)
      })
    )
  )
})

describe("the button's result", () => {
  it.effect("is shown for two seconds, and starts again with the next one", () =>
    use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        yield* connect
        yield* pass("1500 millis")
        assert.strictEqual((yield* snapshot).status, "success")
        yield* wallet.request({ accounts: {} }, { useCache: false })
        yield* pass("1500 millis")
        assert.strictEqual((yield* snapshot).status, "success")
        yield* pass("500 millis")
        assert.strictEqual((yield* snapshot).status, "default")
      })
    )
  )

  it.effect("is replaced by a new request immediately, and by pending while others wait", () => {
    let silent = true
    return use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        const waiting = yield* Effect.fork(wallet.sendTransaction({ transactionManifest: "m" }))
        yield* settle
        assert.strictEqual((yield* snapshot).status, "pending")
        silent = false
        yield* connect
        assert.strictEqual((yield* snapshot).status, "success")
        yield* pass("2 seconds")
        assert.strictEqual((yield* snapshot).status, "pending")
        assert.isTrue(yield* isRunning(waiting))
      }),
      { wallet: { respond: (interaction) => (silent ? undefined : approve(interaction)) } }
    )
  })
})
