import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, type Layer, Option } from "effect"
import type { ConnectorOptions } from "~/connector/ConnectorOptions"
import type { GatewayScript } from "~/connector/gateway/shape"
import { StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Wallet } from "~/connector/Wallet"
import { connect, only, snapshot, use, type world } from "./wallet"
import { approve, pass, persona, settle } from "./world"

const send = (onTransactionId?: (hash: string) => void) =>
  Effect.flatMap(Wallet, (wallet) =>
    wallet.sendTransaction({ transactionManifest: "m", ...(onTransactionId === undefined ? {} : { onTransactionId }) })
  )
const preAuthorize = (onSubmittedSuccess?: (parent: string) => void) =>
  Effect.flatMap(Wallet, (wallet) =>
    wallet.preAuthorize({
      subintentManifest: "m",
      expiration: { discriminator: "expireAfterDelay", expireAfterSeconds: 3_600 },
      ...(onSubmittedSuccess === undefined ? {} : { onSubmittedSuccess })
    })
  )
const unknown = { status: "Unknown", parentTransactionIntentHash: Option.none() } as const
const committed = { status: "CommittedSuccess", parentTransactionIntentHash: Option.some("txid_parent") } as const
describe("a reload with pending requests", () => {
  const silent = { respond: () => undefined }
  /** The same browser, one page after the other. */
  const visit = <A, E>(
    place: Place,
    effect: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof world>["layer"]>>,
    gateway: GatewayScript = {},
    options: Partial<ConnectorOptions> = {}
  ) => use(effect, { place, wallet: silent, gateway, options })
  const responseStored = Effect.gen(function* () {
    const storage = yield* Storage
    const { interactionId, walletInteraction } = yield* only
    if (walletInteraction === undefined) return
    yield* storage.modify(WalletResponsesStore, () => [undefined, { [interactionId]: approve(walletInteraction) }])
  })
  const leave = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(effect)
      yield* settle
      yield* Fiber.interrupt(fiber)
    })

  it.effect("shows a login's result for two seconds altogether, on this page and on the next", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* use(connect, { place })
      yield* pass("1 seconds")
      yield* visit(
        place,
        Effect.gen(function* () {
          assert.strictEqual((yield* snapshot).status, "success")
          yield* pass("900 millis")
          assert.strictEqual((yield* snapshot).status, "success")
          yield* pass("200 millis")
          assert.strictEqual((yield* snapshot).status, "default")
        })
      )
      yield* visit(
        place,
        Effect.map(snapshot, ({ status }) => assert.strictEqual(status, "default"))
      )
    })
  })

  it.effect("ends a login with the response that arrived meanwhile", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(connect))
      yield* visit(
        place,
        Effect.gen(function* () {
          assert.strictEqual((yield* only).status, "pending")
          assert.strictEqual((yield* snapshot).status, "pending")
          yield* responseStored
          yield* pass("1 seconds")
          assert.strictEqual((yield* only).status, "success")
          assert.strictEqual((yield* (yield* Storage).get(StateStore)).walletData.persona?.label, persona.label)
          assert.strictEqual((yield* snapshot).persona?.label, persona.label)
        })
      )
    })
  })

  it.effect("polls a transaction again, from what was stored before or after its response", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(send()))
      yield* visit(place, Effect.zipRight(responseStored, pass("1 seconds")), { transactions: ["Pending"] })
      yield* visit(
        place,
        Effect.gen(function* () {
          assert.strictEqual((yield* only).transactionIntentHash, "txid_tdx_2_1one")
          assert.strictEqual((yield* only).status, "pending")
          yield* pass("1 seconds")
          assert.strictEqual((yield* only).status, "success")
        }),
        { transactions: ["CommittedSuccess"] }
      )
    })
  })

  it.effect("tracks a pre-authorization to its end", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(preAuthorize()))
      yield* visit(place, Effect.zipRight(responseStored, pass("1 seconds")), { subintents: [unknown] })
      yield* visit(
        place,
        Effect.gen(function* () {
          assert.strictEqual((yield* only).status, "pendingCommit")
          yield* pass("1 seconds")
          assert.strictEqual((yield* only).status, "success")
        }),
        { subintents: [committed] }
      )
    })
  })

  it.effect("calls the page's own callbacks for earlier requests, once", () => {
    const place = memoryPlace()
    const reported: Array<ReadonlyArray<string>> = []
    const hearing: Partial<ConnectorOptions> = {
      onTransactionId: (...news) => reported.push(["transaction", ...news]),
      onSubmittedSuccess: (...news) => reported.push(["pre-authorization", ...news])
    }
    return Effect.gen(function* () {
      yield* visit(place, leave(send()))
      const transaction = yield* visit(
        place,
        Effect.gen(function* () {
          yield* responseStored
          yield* pass("5 seconds")
          return (yield* only).interactionId
        }),
        { transactions: ["Pending", "CommittedSuccess"] },
        hearing
      )
      const other = memoryPlace()
      yield* visit(other, leave(preAuthorize()))
      const preAuthorization = yield* visit(
        other,
        Effect.gen(function* () {
          yield* responseStored
          yield* pass("5 seconds")
          return (yield* only).interactionId
        }),
        { subintents: [unknown, committed] },
        hearing
      )
      assert.deepStrictEqual(reported, [
        ["transaction", "txid_tdx_2_1one", transaction],
        ["pre-authorization", "txid_parent", preAuthorization]
      ])
    })
  })

  it.effect("ends a request for one-time data as given, and stores nothing", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(
        place,
        leave(Effect.flatMap(Wallet, (wallet) => wallet.request({ accounts: {} }, { oneTime: true })))
      )
      yield* visit(
        place,
        Effect.gen(function* () {
          yield* responseStored
          yield* pass("2 seconds")
          assert.strictEqual((yield* only).status, "success")
          const storage = yield* Storage
          assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
          assert.deepStrictEqual((yield* storage.get(StateStore)).walletData.accounts, [])
        })
      )
    })
  })

  it.effect("lets a request without a response be cancelled", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(connect))
      yield* visit(
        place,
        Effect.gen(function* () {
          const wallet = yield* Wallet
          yield* wallet.cancel((yield* only).interactionId)
          assert.strictEqual((yield* only).error, "canceledByUser")
        })
      )
    })
  })

  it.effect("tolerates any response", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(connect))
      yield* visit(
        place,
        Effect.gen(function* () {
          const storage = yield* Storage
          const { interactionId } = yield* only
          yield* storage.modify(WalletResponsesStore, () => [undefined, { [interactionId]: [null], stranger: 7 }])
          yield* pass("1 seconds")
          assert.deepInclude({ ...(yield* only) }, { status: "fail", error: "walletResponseValidation" })
        })
      )
    })
  })
})
