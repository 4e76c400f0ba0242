import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { MissingExtension, publishedCode } from "~/connector/Errors"
import { StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import { storeResponse } from "~/connector/storeResponse"
import { Wallet } from "~/connector/Wallet"
import { connect, only, snapshot, use, type World, world } from "./wallet"
import { approve, pass, refuse, settle } from "./world"

describe("every request and its item end", () => {
  const never = () => new Promise<never>(() => {})
  const ends: ReadonlyArray<readonly [string, World, string, string]> = [
    ["the user refuses", { wallet: { respond: refuse } }, "rejectedByUser", "user rejected request"],
    [
      "the wallet reports a failure nobody knows",
      { wallet: { respond: ({ interactionId }) => ({ ...refuse({ interactionId } as never), error: "brandNew" }) } },
      "brandNew",
      "User rejected the request"
    ],
    [
      "the wallet names a failure without a word about it",
      {
        wallet: { respond: ({ interactionId }) => ({ discriminator: "failure", interactionId, error: "wrongNetwork" }) }
      },
      "wrongNetwork",
      "Your wallet is on another network. Switch it to this site's network and try again."
    ],
    [
      "the wallet names a failure nobody knows, without a word about it",
      {
        wallet: { respond: ({ interactionId }) => ({ discriminator: "failure", interactionId, error: "constructor" }) }
      },
      "constructor",
      "the wallet could not answer the request"
    ],
    [
      "the wallet answers nonsense",
      { wallet: { respond: ({ interactionId }) => ({ interactionId, nonsense: true }) } },
      "walletResponseValidation",
      "Invalid input"
    ],
    [
      "the wallet answers another question",
      {
        wallet: {
          respond: ({ interactionId }) => ({
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
      { wallet: { respond: approve, refuseToSend: new MissingExtension({}) } },
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
      "the dApp's approval gives nothing",
      { options: { approveLogin: (async () => {}) as never } },
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
      "the interceptor gives what cannot be sent",
      {
        options: {
          interceptRequest: async (interaction) => {
            const endless: Record<string, unknown> = { ...Object(interaction) }
            endless.self = endless
            return endless
          }
        }
      },
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
  const header = { startEpochInclusive: 0, endEpochExclusive: 8640, intentDiscriminator: 2 ** 53 - 1 }
  it.effect.each<[string, object, boolean]>([
    ["the largest discriminator that JSON carries", {}, true],
    ["a discriminator beyond it", { intentDiscriminator: 2 ** 53 }, false],
    ["a discriminator that is not whole", { intentDiscriminator: 1.5 }, false],
    ["a negative discriminator", { intentDiscriminator: -1 }, false],
    ["an endless discriminator", { intentDiscriminator: Number.POSITIVE_INFINITY }, false],
    ["a discriminator as text", { intentDiscriminator: "7" }, false],
    ["an epoch beyond it", { endEpochExclusive: 2 ** 53 }, false],
    ["a time beyond it", { maxProposerTimestampExclusive: 2 ** 53 }, false],
    ["a time that is not whole", { minProposerTimestampInclusive: 0.5 }, false]
  ])("for a subintent's header with %s", ([_, given, isSent]) => {
    const { asked, layer } = world()
    return Effect.gen(function* () {
      const expiration = { discriminator: "expireAfterDelay", expireAfterSeconds: 60 } as const
      const wallet = yield* Wallet
      const end = yield* Effect.fork(
        Effect.either(
          wallet.preAuthorize({
            subintentManifest: "YIELD_TO_PARENT;",
            expiration,
            header: { ...header, ...given }
          })
        )
      )
      yield* settle
      assert.strictEqual(asked.length, isSent ? 1 : 0)
      if (isSent) return yield* Fiber.interrupt(end)
      const failure = yield* Effect.flip(Effect.flatten(Fiber.join(end)))
      assert.strictEqual(publishedCode(failure), "walletRequestValidation")
      if (typeof Object.values(given)[0] === "number") {
        assert.strictEqual(failure.message, "The numbers of a header must be whole, from 0 to 9007199254740991.")
      }
    }).pipe(Effect.provide(layer))
  })

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
        assert.strictEqual(error.interactionId, item.interactionId)
        assert.notProperty(item, "walletInteraction")
        const storage = yield* Storage
        assert.isUndefined((yield* storage.get(StateStore)).walletData.persona)
        assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
        assert.strictEqual((yield* snapshot).status, "error")
      }),
      given
    )
  )

  it.effect("when the user cancels, even before the challenge arrives: nothing is sent then", () => {
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

  it.effect("when the user cancels while the dApp approves: nothing is stored", () =>
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
      wallet: { respond: () => undefined, onCancel: ({ interactionId }) => void canceled.push(interactionId) }
    })
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const login = yield* Effect.fork(Effect.flip(connect))
      const transaction = yield* Effect.fork(Effect.flip(wallet.sendTransaction({ transactionManifest: "m" })))
      yield* settle
      assert.strictEqual(asked.length, 2)
      yield* wallet.disconnect
      assert.strictEqual((yield* Fiber.join(login))._tag, "canceledByUser")
      const undecided = yield* Fiber.join(transaction)
      assert.strictEqual(undecided._tag, "transactionOutcomeUnknown")
      assert.strictEqual(undecided.message, "your wallet has the transaction and may still send it")
      // The wallet has the transaction by now, so only the login can be cancelled.
      const asksLogin = asked.find(({ items }) => items.discriminator === "authorizedRequest")
      assert.deepStrictEqual(canceled, [asksLogin?.interactionId])
      assert.strictEqual(left, 1)
      const now = yield* snapshot
      assert.strictEqual(now.status, "default")
      const kept = yield* only
      assert.deepInclude({ ...kept }, { type: "sendTransaction", status: "ignored" })
      assert.notProperty(kept, "walletInteraction")
      const asksTransaction = asked.find(({ items }) => items.discriminator === "transaction")
      assert.isDefined(asksTransaction)
      if (asksTransaction === undefined) return
      // The wallet sends it after all.
      yield* storeResponse(kept.interactionId, approve(asksTransaction))
      yield* pass("2 seconds")
      assert.strictEqual((yield* only).transactionIntentHash, "txid_tdx_2_1one")
      assert.strictEqual((yield* only).status, "ignored")
      yield* wallet.disconnect
      assert.deepStrictEqual((yield* snapshot).requests, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("and a cancelled request stays cancelled, whatever comes late", () => {
    const { layer } = world({ wallet: { respond: () => undefined } })
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
