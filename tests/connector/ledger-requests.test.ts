import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option } from "effect"
import { RequestStatusNotOk } from "~/connector/Errors"
import type { GatewayScript } from "~/connector/Gateway"
import { RequestItems } from "~/connector/RequestItems"
import { RequestsStore, StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Wallet } from "~/connector/Wallet"
import { connect, only, snapshot, use, world } from "./wallet"
import { approve, isRunning, pass, persona, settle } from "./world"

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
const throwing = () => {
  throw new Error("the page's own mistake")
}

describe("a transaction", () => {
  it.effect("tells its id at once, and ends when the ledger is sure", () => {
    const ids: Array<string> = []
    return use(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(send((id) => ids.push(id)))
        yield* settle
        assert.deepStrictEqual(ids, ["txid_tdx_2_1one"])
        assert.isTrue(yield* isRunning(fiber))
        assert.strictEqual((yield* only).status, "pending")
        assert.strictEqual((yield* snapshot).requests[0]?.transactionIntentHash, "txid_tdx_2_1one")
        yield* pass("2 seconds")
        const answer = yield* Fiber.join(fiber)
        assert.deepStrictEqual(answer, {
          type: "transaction",
          transactionIntentHash: "txid_tdx_2_1one",
          status: "CommittedSuccess"
        })
        assert.deepStrictEqual(ids, ["txid_tdx_2_1one"])
        assert.strictEqual((yield* only).status, "success")
      }),
      { gateway: { transactions: ["Pending", "CommittedSuccess"] } }
    )
  })

  it.effect.each(["Rejected", "CommittedFailure"] as const)("fails with its final status %s", (status) =>
    use(
      Effect.gen(function* () {
        const error = yield* Effect.flip(send())
        assert.deepInclude({ ...error, tag: error._tag }, { tag: "transactionNotCommitted", status })
        const item = yield* only
        assert.deepInclude({ ...item }, { status: "fail", error: status })
        assert.strictEqual(item.metadata?.transactionStatus, status)
      }),
      { gateway: { transactions: [status] } }
    )
  )

  it.effect("fails when the gateway refuses to tell", () =>
    use(
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(send()))._tag, "failedToPoll")
        assert.deepInclude({ ...(yield* only) }, { status: "fail", error: "failedToPoll" })
      }),
      { gateway: { transactions: [new RequestStatusNotOk({ status: 500 })] } }
    )
  )

  it.effect("is not stopped by a callback that throws", () =>
    use(
      Effect.gen(function* () {
        assert.strictEqual((yield* send(throwing)).type, "transaction")
      }),
      { gateway: { transactions: ["CommittedSuccess"] } }
    )
  )

  it.effect("can be ignored; the caller is told, and the ledger is asked no more", () => {
    let readings = 0
    const methods = {
      transactionStatus: () =>
        Effect.sync(() => {
          readings++
          return "Pending" as const
        })
    }
    return use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        const fiber = yield* Effect.fork(Effect.flip(send()))
        yield* settle
        yield* wallet.ignore((yield* only).interactionId)
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "canceledByUser")
        assert.strictEqual((yield* only).status, "ignored")
        const before = readings
        yield* pass("1 minutes")
        assert.strictEqual(readings, before)
        assert.strictEqual((yield* only).transactionIntentHash, "txid_tdx_2_1one")
      }),
      { gateway: { methods } }
    )
  })

  it.effect("keeps nobody waiting: other requests end while it is polled", () =>
    use(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(send())
        yield* settle
        const data = yield* connect
        assert.strictEqual(data.persona?.label, persona.label)
        assert.isTrue(yield* isRunning(fiber))
      }),
      { gateway: { transactions: ["Pending"] } }
    )
  )
})

describe("a pre-authorization", () => {
  it.effect("answers as soon as it is signed, then tells once what carried it", () => {
    const parents: Array<string> = []
    return use(
      Effect.gen(function* () {
        const answer = yield* preAuthorize((parent) => parents.push(parent))
        assert.deepStrictEqual(answer, {
          type: "preAuthorization",
          subintent: {
            expirationTimestamp: 3_600,
            subintentHash: "subtxid_tdx_2_1two",
            signedPartialTransaction: "4d22"
          }
        })
        assert.strictEqual((yield* only).status, "pendingCommit")
        assert.strictEqual((yield* snapshot).status, "success")
        yield* pass("2 seconds")
        const item = yield* only
        assert.strictEqual(item.status, "success")
        assert.strictEqual(item.metadata?.parentTransactionIntentHash, "txid_parent")
        assert.strictEqual(item.transactionIntentHash, "subtxid_tdx_2_1two")
        assert.deepStrictEqual(parents, ["txid_parent"])
        yield* pass("5 minutes")
        assert.deepStrictEqual(parents, ["txid_parent"])
      }),
      { gateway: { subintents: [unknown, committed] } }
    )
  })

  it.effect("times out with its time, and tells nobody that it was carried", () => {
    const parents: Array<string> = []
    return use(
      Effect.gen(function* () {
        yield* preAuthorize((parent) => parents.push(parent))
        yield* pass("3599 seconds")
        assert.strictEqual((yield* only).status, "pendingCommit")
        yield* pass("2 seconds")
        const item = yield* only
        assert.strictEqual(item.status, "timedOut")
        assert.strictEqual(item.transactionIntentHash, "subtxid_tdx_2_1two")
        assert.deepStrictEqual(parents, [])
      }),
      { gateway: { subintents: [unknown] } }
    )
  })

  it.effect("without a signature in it is no answer", () =>
    use(
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(preAuthorize()))._tag, "walletResponseValidation")
        assert.strictEqual((yield* only).status, "fail")
      }),
      {
        wallet: {
          answer: ({ interactionId }) => ({
            discriminator: "success",
            interactionId,
            items: { discriminator: "preAuthorizationResponse" }
          })
        }
      }
    )
  )
})

describe("a reload in the middle", () => {
  const silent = { answer: () => undefined }
  /** The same browser, one page after the other. */
  const visit = <A, E>(
    place: Place,
    effect: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof world>["layer"]>>,
    gateway: GatewayScript = {}
  ) => use(effect, { place, wallet: silent, gateway })
  const answerStored = Effect.gen(function* () {
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

  it.effect("a login ends from the answer that came meanwhile", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(connect))
      yield* visit(
        place,
        Effect.gen(function* () {
          assert.strictEqual((yield* only).status, "pending")
          assert.strictEqual((yield* snapshot).status, "pending")
          yield* answerStored
          yield* pass("1 seconds")
          assert.strictEqual((yield* only).status, "success")
          assert.strictEqual((yield* (yield* Storage).get(StateStore)).walletData.persona?.label, persona.label)
          assert.strictEqual((yield* snapshot).persona?.label, persona.label)
        })
      )
    })
  })

  it.effect("a transaction is polled again, from what was stored before or after its answer", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(send()))
      yield* visit(place, Effect.zipRight(answerStored, pass("1 seconds")), { transactions: ["Pending"] })
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

  it.effect("a pre-authorization is followed to its end", () => {
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(preAuthorize()))
      yield* visit(place, Effect.zipRight(answerStored, pass("1 seconds")), { subintents: [unknown] })
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

  it.effect("a request nobody will answer can still be called back", () => {
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

  it.effect("no answer harms anything, whatever it is", () => {
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

describe("two tabs", () => {
  /** One storage that tells each of its users what the others write. */
  const sharedPlace = () => {
    const base = memoryPlace()
    const tabs: Array<{ readonly hear: (key: string | null) => void }> = []
    return (): Place => {
      let hear: (key: string | null) => void = () => {}
      const own = { hear: (key: string | null) => hear(key) }
      tabs.push(own)
      const tell = (key: string) => {
        for (const tab of tabs) if (tab !== own) tab.hear(key)
      }
      return {
        get: base.get,
        set: (key, value) => {
          base.set(key, value)
          tell(key)
        },
        remove: (key) => {
          base.remove(key)
          tell(key)
        },
        exclusive: base.exclusive,
        onOutsideChange: (listener) => {
          hear = listener
        }
      }
    }
  }
  const tabsOver = (answer: typeof approve | (() => undefined) = approve, gateway: GatewayScript = {}) => {
    const open = sharedPlace()
    const tab = () => Layer.build(world({ place: open(), wallet: { answer }, gateway }).layer)
    return Effect.all([tab(), tab()])
  }

  it.effect("show the same, and one speaks for both", () =>
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

  it.effect("end each other's requests: a cancel or a disconnect elsewhere settles the call here", () =>
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

  it.effect("ask the ledger once for both", () => {
    let readings = 0
    const methods = {
      transactionStatus: () =>
        Effect.sync(() => {
          readings++
          return "Pending" as const
        })
    }
    return Effect.gen(function* () {
      const [here] = yield* tabsOver(approve, { methods })
      yield* Effect.fork(Effect.provide(send(), here))
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
