import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import type { GatewayScript } from "~/connector/gateway/shape"
import { newItem } from "~/connector/pure/requestItem"
import { RequestItems } from "~/connector/RequestItems"
import { RequestsStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import { memoryPlace } from "~/connector/storage/places"
import { Wallet } from "~/connector/Wallet"
import { sharedPlace } from "./shared-place"
import { connect, only, snapshot, world } from "./wallet"
import { approve, DAPP, options, pass, persona, settle } from "./world"

const configured = Layer.sync(ConnectorConfig, () => toConfig(options(), "https://dapp.example"))
const idempotencyItem = {
  ...newItem({ interactionId: "one", type: "dataRequest", isOneTimeRequest: true, createdAt: 0 }),
  walletInteraction: {
    interactionId: "one",
    metadata: { version: 2, networkId: 2, dAppDefinitionAddress: DAPP, origin: "https://dapp.example" },
    items: {
      discriminator: "unauthorizedRequest",
      oneTimeAccounts: { numberOfAccounts: { quantifier: "atLeast", quantity: 1 } }
    }
  }
} as const
const send = Effect.flatMap(Wallet, (wallet) => wallet.sendTransaction({ transactionManifest: "m" }))

describe("two tabs", () => {
  const tabsOver = (respond: typeof approve | (() => undefined) = approve, gateway: GatewayScript = {}) => {
    const open = sharedPlace()
    const tab = () => Layer.build(world({ place: open(), wallet: { respond }, gateway }).layer)
    return Effect.all([tab(), tab()])
  }

  it.effect("show the same, and one runs the transport for both", () =>
    Effect.gen(function* () {
      const [here, there] = yield* tabsOver()
      yield* Effect.provide(connect, here)
      yield* settle
      assert.strictEqual((yield* Effect.provide(snapshot, there)).persona?.label, persona.label)
      yield* Effect.provide(
        Effect.flatMap(Wallet, (wallet) => wallet.disconnect),
        there
      )
      yield* settle
      assert.isNull((yield* Effect.provide(snapshot, here)).persona)
    }).pipe(Effect.scoped)
  )

  it.effect("end each other's requests: a cancel or a disconnect elsewhere ends the call here", () =>
    Effect.gen(function* () {
      const [here, there] = yield* tabsOver(() => undefined)
      const first = yield* Effect.fork(Effect.flip(Effect.provide(connect, here)))
      yield* settle
      const { interactionId } = yield* Effect.provide(only, there)
      yield* Effect.provide(
        Effect.flatMap(Wallet, (wallet) => wallet.cancel(interactionId)),
        there
      )
      assert.strictEqual((yield* Fiber.join(first))._tag, "canceledByUser")
      const second = yield* Effect.fork(Effect.flip(Effect.provide(connect, here)))
      yield* settle
      yield* Effect.provide(
        Effect.flatMap(Wallet, (wallet) => wallet.disconnect),
        there
      )
      assert.strictEqual((yield* Fiber.join(second))._tag, "canceledByUser")
    }).pipe(Effect.scoped)
  )

  it.effect("leave one-time data to the tab that waits for it, until that is closed", () =>
    Effect.gen(function* () {
      const place = memoryPlace()
      // A suspended tab in the background: it holds its place in the queue, and does nothing.
      const asleep = yield* Layer.build(Storage.layerPlace(place).pipe(Layer.provide(configured)))
      const { interactionId, walletInteraction } = idempotencyItem
      const isClosed = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const storage = yield* Storage
        yield* storage.modify(RequestsStore, () => [undefined, { [interactionId]: idempotencyItem }])
        yield* Effect.fork(storage.exclusive(`wait:${interactionId}`, Deferred.await(isClosed)))
      }).pipe(Effect.provide(asleep))
      yield* settle
      const awake = yield* Layer.build(world({ place, wallet: { respond: () => undefined } }).layer)
      yield* Effect.gen(function* () {
        const storage = yield* Storage
        const response = approve(walletInteraction)
        yield* storage.modify(WalletResponsesStore, () => [undefined, { [interactionId]: response }])
        yield* pass("1 minutes")
        assert.strictEqual((yield* only).status, "pending")
        assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), { [interactionId]: response })
        yield* Deferred.succeed(isClosed, undefined)
        yield* pass("2 seconds")
        assert.strictEqual((yield* only).status, "success")
        assert.deepStrictEqual(yield* storage.get(WalletResponsesStore), {})
      }).pipe(Effect.provide(awake))
    }).pipe(Effect.scoped)
  )

  it.effect("notify the caller of the hash, whichever of them sent the request", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const [here, there] = yield* tabsOver(() => undefined, { transactions: ["Pending"] })
      yield* Effect.forkScoped(
        Effect.provide(
          Effect.flatMap(Wallet, (wallet) =>
            wallet.sendTransaction({ transactionManifest: "m", onTransactionId: (hash) => heard.push(hash) })
          ),
          here
        )
      )
      yield* settle
      yield* Effect.gen(function* () {
        const items = yield* RequestItems
        const { interactionId } = yield* only
        yield* items.move(interactionId, { type: "submitted", transactionIntentHash: "txid_elsewhere" })
      }).pipe(Effect.provide(there))
      yield* settle
      yield* pass("5 seconds")
      assert.deepStrictEqual(heard, ["txid_elsewhere"])
    }).pipe(Effect.scoped)
  )

  it.effect("query the ledger once for both", () => {
    let readings = 0
    const methods = {
      transactionStatus: () =>
        Effect.sync(() => {
          readings++
          return { status: "Pending" } as const
        })
    }
    return Effect.gen(function* () {
      const [here] = yield* tabsOver(approve, { methods })
      yield* Effect.fork(Effect.provide(send, here))
      yield* settle
      yield* pass("1 seconds")
      yield* pass("1 seconds")
      assert.strictEqual(readings, 2)
    }).pipe(Effect.scoped)
  })

  it.effect("add requests at the same moment without losing one", () =>
    Effect.gen(function* () {
      const tabs = yield* tabsOver(() => undefined)
      yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => tabs[index % 2] ?? tabs[0]),
        (tab) =>
          Effect.provide(
            Effect.flatMap(RequestItems, (items) => items.add("dataRequest", false)),
            tab
          ),
        { concurrency: "unbounded" }
      )
      const items = yield* Effect.provide(
        Effect.flatMap(Storage, (storage) => storage.get(RequestsStore)),
        tabs[0]
      )
      assert.strictEqual(Object.keys(items).length, 20)
    }).pipe(Effect.scoped)
  )
})
