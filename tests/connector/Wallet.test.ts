import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { MissingExtension, publishedCode, RequestStatusNotOk } from "~/connector/Errors"
import { RequestsStore, StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { Wallet } from "~/connector/Wallet"
import type { WalletAnswer } from "~/connector/WalletHandle"
import { connect, only, snapshot, use, type World, world } from "./wallet"
import { approve, CHALLENGE, isRunning, main, options, pass, persona, refuse, savings, settle } from "./world"

describe("a first visit", () => {
  it.effect("has wallet data at once: nothing is loading, nobody is connected", () =>
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
  it.effect("learns what the ledger calls the dApp", () =>
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
  it.effect("forgets what was shared, asks with the challenge, and keeps what is shared now", () => {
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

  it.effect("needs no challenge where nobody generates one", () => {
    const { asked, layer } = world({ options: { generateChallenge: undefined as never } })
    return Effect.gen(function* () {
      yield* connect
      assert.deepInclude(asked[0]?.items, { auth: { discriminator: "loginWithoutChallenge" } })
    }).pipe(Effect.provide(layer))
  })

  it.effect("tells the dApp of every end", () => {
    const heard: Array<WalletAnswer<unknown>> = []
    const onConnectResponse = (answer: WalletAnswer<unknown>) => void heard.push(answer)
    return Effect.gen(function* () {
      yield* use(connect, { options: { onConnectResponse } })
      yield* use(Effect.flip(connect), { options: { onConnectResponse }, wallet: { answer: refuse } })
      const throwing = () => {
        throw new Error("the page's own mistake")
      }
      yield* use(connect, { options: { onConnectResponse: throwing } })
      assert.deepStrictEqual(
        heard.map((answer) => (answer.ok ? "ok" : answer.error.code)),
        ["ok", "rejectedByUser"]
      )
    })
  })
})

describe("every request ends, its item with it", () => {
  const never = () => new Promise<never>(() => {})
  const ends: ReadonlyArray<readonly [string, World, string, string]> = [
    ["the user refuses", { wallet: { answer: refuse } }, "rejectedByUser", "user rejected request"],
    [
      "the wallet reports a failure nobody knows",
      { wallet: { answer: ({ interactionId }) => ({ ...refuse({ interactionId } as never), error: "brandNew" }) } },
      "brandNew",
      "User rejected the request"
    ],
    [
      "the wallet answers nonsense",
      { wallet: { answer: ({ interactionId }) => ({ interactionId, nonsense: true }) } },
      "walletResponseValidation",
      "Invalid input"
    ],
    [
      "the wallet answers another question",
      {
        wallet: {
          answer: ({ interactionId }) => ({
            discriminator: "success",
            interactionId,
            items: { discriminator: "transaction", send: { transactionIntentHash: "txid_1" } }
          })
        }
      },
      "walletResponseValidation",
      "Invalid input"
    ],
    [
      "the extension is missing",
      { wallet: { answer: approve, refuseToSend: new MissingExtension({}) } },
      "missingExtension",
      "extension could not be found"
    ],
    [
      "the challenge generator fails",
      { options: { generateChallenge: () => Promise.reject(new Error("down")) } },
      "ChallengeGeneratorError",
      "failed to generate challenge"
    ],
    [
      "the challenge generator throws before it promises anything",
      {
        options: {
          generateChallenge: () => {
            throw new Error("down")
          }
        }
      },
      "ChallengeGeneratorError",
      "failed to generate challenge"
    ],
    [
      "the challenge is none",
      { options: { generateChallenge: async () => "abc" } },
      "ChallengeValidationError",
      "challenge is invalid"
    ],
    [
      "the dApp does not approve the login",
      { options: { approveLogin: async () => false } },
      "LoginRejectedByDapp",
      "Login rejected by dApp"
    ],
    [
      "the dApp fails to approve the login",
      { options: { approveLogin: () => Promise.reject(new Error("down")) } },
      "LoginRejectedByDapp",
      "Login rejected by dApp"
    ],
    [
      "the interceptor throws",
      { options: { interceptRequest: () => Promise.reject(new Error("not today")) } },
      "requestInterceptorError",
      "not today"
    ],
    [
      "the interceptor breaks the request",
      { options: { interceptRequest: async () => ({ broken: true }) } },
      "FailedToTransformWalletRequest",
      "the request could not be built"
    ],
    [
      "a quantity is negative",
      { options: { connectRequest: { accounts: { numberOfAccounts: { quantifier: "exactly", quantity: -1 } } } } },
      "walletRequestValidation",
      "The number must be at least 0."
    ]
  ]
  it.effect.each(ends)("when %s", ([_, given, code, message]) =>
    use(
      Effect.gen(function* () {
        const error = yield* Effect.flip(connect)
        assert.strictEqual(publishedCode(error), code)
        assert.strictEqual(error.message, message)
        const item = yield* only
        assert.strictEqual(item.status, "fail")
        assert.strictEqual(item.error, code)
        assert.strictEqual(item.errorMessage, message)
        assert.notProperty(item, "walletInteraction")
        const storage = yield* Storage
        assert.isUndefined((yield* storage.get(StateStore)).walletData.persona)
        assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
        assert.strictEqual((yield* snapshot).status, "error")
      }),
      given
    )
  )

  it.effect("when the user cancels, even while the challenge is on its way: nothing is sent then", () => {
    const { asked, layer } = world({ options: { generateChallenge: never } })
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* settle
      assert.strictEqual((yield* snapshot).status, "pending")
      yield* wallet.cancel((yield* only).interactionId)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "canceledByUser")
      assert.strictEqual((yield* only).error, "canceledByUser")
      assert.strictEqual((yield* snapshot).status, "default")
      assert.strictEqual(asked.length, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("when the user cancels while the dApp approves: nothing is kept", () =>
    use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        const fiber = yield* Effect.fork(Effect.flip(connect))
        yield* settle
        yield* wallet.cancel((yield* only).interactionId)
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "canceledByUser")
        yield* settle
        assert.isUndefined((yield* (yield* Storage).get(StateStore)).walletData.persona)
      }),
      { options: { approveLogin: never } }
    )
  )

  it.effect("when the page disconnects", () => {
    const canceled: Array<string> = []
    let left = 0
    const { asked, layer } = world({
      options: { onDisconnect: () => void left++ },
      wallet: { answer: () => undefined, onCancel: ({ interactionId }) => void canceled.push(interactionId) }
    })
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const login = yield* Effect.fork(Effect.flip(connect))
      const transaction = yield* Effect.fork(Effect.flip(wallet.sendTransaction({ transactionManifest: "m" })))
      yield* settle
      assert.strictEqual(asked.length, 2)
      yield* wallet.disconnect
      assert.strictEqual((yield* Fiber.join(login))._tag, "canceledByUser")
      assert.strictEqual((yield* Fiber.join(transaction))._tag, "canceledByUser")
      // The wallet has the transaction by now, so only the login can be called back.
      const asksLogin = asked.find(({ items }) => items.discriminator === "authorizedRequest")
      assert.deepStrictEqual(canceled, [asksLogin?.interactionId])
      assert.strictEqual(left, 1)
      const now = yield* snapshot
      assert.deepStrictEqual(now.requests, [])
      assert.strictEqual(now.status, "default")
    }).pipe(Effect.provide(layer))
  })

  it.effect("and a cancelled request stays cancelled, whatever comes late", () => {
    const { layer } = world({ wallet: { answer: () => undefined } })
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* settle
      const { interactionId, walletInteraction } = yield* only
      const storage = yield* Storage
      yield* wallet.cancel(interactionId)
      yield* Fiber.join(fiber)
      assert.isDefined(walletInteraction)
      if (walletInteraction === undefined) return
      yield* storage.modify(WalletResponsesStore, () => [undefined, { [interactionId]: approve(walletInteraction) }])
      yield* pass("3 seconds")
      assert.strictEqual((yield* only).status, "fail")
      assert.isUndefined((yield* storage.get(StateStore)).walletData.persona)
      assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
    }).pipe(Effect.provide(layer))
  })
})

describe("asking for data", () => {
  it.effect("answers from what is shared without asking again, and asks when told not to", () => {
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

  it.effect("gives one-time data to the caller and keeps none of it", () => {
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

  it.effect("proves ownership once without losing what is shared", () =>
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

  it.effect("asks the generator only for proofs", () => {
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

  it.effect("lets the dApp change a request, but not its id", () => {
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
  it.effect("stays for two seconds, and starts anew with the next one", () =>
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

  it.effect("gives way to a new request at once, and comes back to pending while others wait", () => {
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
      { wallet: { answer: (interaction) => (silent ? undefined : approve(interaction)) } }
    )
  })
})
