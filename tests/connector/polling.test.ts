import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Ref, TestClock } from "effect"
import { awaitSubintent } from "~/connector/awaitSubintent"
import { awaitTransaction } from "~/connector/awaitTransaction"
import { FailedToFetch, FailedToParseResponseToJson, RequestStatusNotOk } from "~/connector/Errors"
import { GatewayConfig } from "~/connector/GatewayConfig"
import { IntentHash, SubintentHash } from "~/connector/gateway/walletReplies"
import { Http, type HttpReply } from "~/connector/Http"
import { WalletGateway } from "~/connector/WalletGateway"
import { isRunning, settle } from "./world"

const hash = IntentHash.make("txid_tdx_2_1one")
const subintent = SubintentHash.make("subtxid_tdx_2_1two")
const unknown = { status: "Unknown", parentTransactionIntentHash: Option.none() } as const

/** When (in seconds) the gateway was read within the given time. */
const readingsWithin = (seconds: number, wait: Effect.Effect<unknown, unknown, WalletGateway>) =>
  Effect.gen(function* () {
    const times = yield* Ref.make<ReadonlyArray<number>>([])
    const note = Effect.flatMap(TestClock.currentTimeMillis, (now) =>
      Ref.update(times, (seen) => [...seen, now / 1_000])
    )
    const gateway = WalletGateway.layerScript({
      methods: {
        transactionStatus: () => Effect.as(note, { status: "Pending" as const }),
        subintentStatus: () => Effect.as(note, unknown)
      }
    })
    // Its code is loaded first: the clock must not run ahead of it.
    const context = yield* Layer.build(gateway)
    const fiber = yield* Effect.fork(Effect.provide(wait, context))
    yield* settle
    for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 seconds")
    yield* Fiber.interrupt(fiber)
    return yield* Ref.get(times)
  }).pipe(Effect.scoped)

describe("awaiting a transaction", () => {
  it.effect("reads immediately, then after 2, 4, 8 and from then on 10 seconds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readingsWithin(45, awaitTransaction(hash)), [0, 2, 6, 14, 24, 34, 44])
    })
  )

  it.effect.each(["CommittedSuccess", "CommittedFailure", "Rejected"] as const)("ends with %s", (status) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitTransaction(hash))
      yield* TestClock.adjust("5 seconds")
      assert.isTrue(yield* isRunning(fiber))
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).status, status)
    }).pipe(Effect.provide(WalletGateway.layerScript({ transactions: ["Unknown", "Pending", status] })))
  )

  it.effect.each([
    new FailedToFetch({}),
    new RequestStatusNotOk({ status: 429 }),
    new RequestStatusNotOk({ status: 502 }),
    new RequestStatusNotOk({ status: 524 }),
    new RequestStatusNotOk({ status: 500, reason: "NotSyncedUpError" }),
    new RequestStatusNotOk({ status: 500 }),
    // Responses of a proxy in front of the gateway, without the gateway's error form.
    ...[400, 403, 404, 413, 499].map((status) => new RequestStatusNotOk({ status })),
    new FailedToParseResponseToJson({ message: "the response is not JSON" })
  ])("retries after %s", (error) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitTransaction(hash))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).status, "CommittedSuccess")
    }).pipe(Effect.provide(WalletGateway.layerScript({ transactions: [error, "CommittedSuccess"] })))
  )

  it.effect("retries after an unknown status", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitTransaction(hash))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).status, "CommittedSuccess")
    }).pipe(
      Effect.provide(WalletGateway.layerScript({ transactions: ["CommitPendingOutcomeUnknown", "CommittedSuccess"] }))
    )
  )

  const senseless = [
    ["an unknown status word", "Postponed"],
    ["a 500", new RequestStatusNotOk({ status: 500 })],
    ["a page nobody can read", new FailedToParseResponseToJson({})]
  ] as const
  it.effect.each(senseless)("gives up when there was nothing but %s for ten minutes", ([_, response]) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(awaitTransaction(hash)))
      yield* TestClock.adjust("10 minutes")
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "failedToPoll")
    }).pipe(Effect.provide(WalletGateway.layerScript({ transactions: [response] })))
  )
  it.effect("restarts those ten minutes after every known status", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitTransaction(hash))
      yield* TestClock.adjust("20 minutes")
      assert.isTrue(yield* isRunning(fiber))
      yield* Fiber.interrupt(fiber)
    }).pipe(
      Effect.provide(
        WalletGateway.layerScript({
          transactions: Array.from({ length: 200 }, (_, turn) => (turn % 40 === 0 ? "Pending" : "Postponed"))
        })
      )
    )
  )
  it.effect("waits for a network that is down as long as it takes", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitTransaction(hash))
      yield* TestClock.adjust("20 minutes")
      assert.isTrue(yield* isRunning(fiber))
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(WalletGateway.layerScript({ transactions: [new FailedToFetch({})] })))
  )

  it.effect.each([400, 404])("gives up immediately when the gateway itself refuses with %s", (status) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(awaitTransaction(hash)))._tag, "failedToPoll")
    }).pipe(
      Effect.provide(
        WalletGateway.layerScript({ transactions: [new RequestStatusNotOk({ status, reason: "InvalidRequestError" })] })
      )
    )
  )
})

describe("a response over HTTP", () => {
  const proxyPage = { status: 403, text: "<html><head><title>403 Forbidden</title></head></html>" }
  const gatewayRefusal = {
    status: 400,
    text: JSON.stringify({ message: "bad hash", code: 400, details: { type: "InvalidRequestError" }, trace_id: "t" })
  }
  const committed = { status: 200, text: JSON.stringify({ status: "CommittedSuccess" }) }
  const responding = (replies: ReadonlyArray<HttpReply>) =>
    WalletGateway.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.effect(
            Http,
            Effect.map(Ref.make(replies), (left) => ({
              post: () => Ref.modify(left, ([next = committed, ...rest]) => [next, rest])
            }))
          ),
          Layer.succeed(GatewayConfig, {
            baseUrl: "http://gateway.example",
            applicationName: "Test",
            applicationVersion: "1",
            dAppDefinitionAddress: "account_x"
          })
        )
      )
    )

  it.effect("of a proxy's page with 403 is retried, and the transaction succeeds", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitTransaction(hash))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).status, "CommittedSuccess")
    }).pipe(Effect.provide(responding([proxyPage])))
  )

  it.effect("of the gateway with its error form is final", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(awaitTransaction(hash)))._tag, "failedToPoll")
    }).pipe(Effect.provide(responding([gatewayRefusal])))
  )
})

describe("awaiting a pre-authorization", () => {
  it.effect("reads immediately, then after 2, 4, 8, 16, 32 and from then on 60 seconds", () =>
    Effect.gen(function* () {
      const times = yield* readingsWithin(190, awaitSubintent(subintent, 1_000))
      assert.deepStrictEqual(times, [0, 2, 6, 14, 30, 62, 122, 182])
    })
  )

  it.effect("ends with the transaction that contains it", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitSubintent(subintent, 1_000))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), {
        outcome: "committed",
        parentTransactionIntentHash: Option.some("txid_p")
      })
    }).pipe(
      Effect.provide(
        WalletGateway.layerScript({
          subintents: [unknown, { status: "CommittedSuccess", parentTransactionIntentHash: Option.some("txid_p") }]
        })
      )
    )
  )

  it.effect("ends at its expiry, not a second before", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitSubintent(subintent, 100))
      yield* TestClock.adjust("100 seconds")
      assert.isTrue(yield* isRunning(fiber))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome, "expired")
    }).pipe(Effect.provide(WalletGateway.layerScript({ subintents: [unknown] })))
  )

  it.effect("is read once more at the end, so a commit in the last second counts", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitSubintent(subintent, 1))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome, "committed")
    }).pipe(
      Effect.provide(
        WalletGateway.layerScript({
          subintents: [unknown, { status: "CommittedSuccess", parentTransactionIntentHash: Option.none() }]
        })
      )
    )
  )

  it.effect("waits for a date beyond the range of a browser's timer without reading more often", () =>
    Effect.gen(function* () {
      const inTwoMonths = 60 * 86_400
      const times = yield* readingsWithin(300, awaitSubintent(subintent, inTwoMonths))
      assert.strictEqual(times.length, 9)
    })
  )

  it.effect("has not expired as long as the ledger was not read after its expiry", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitSubintent(subintent, 10))
      yield* TestClock.adjust("11 seconds")
      assert.isTrue(yield* isRunning(fiber))
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome, "committed")
    }).pipe(
      Effect.provide(
        WalletGateway.layerScript({
          subintents: [
            ...Array.from({ length: 5 }, () => new RequestStatusNotOk({ status: 500 })),
            { status: "CommittedSuccess", parentTransactionIntentHash: Option.none() }
          ]
        })
      )
    )
  )

  it.effect("has expired when the gateway refuses the query after its expiry", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(awaitSubintent(subintent, 10))
      yield* TestClock.adjust("11 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome, "expired")
    }).pipe(
      Effect.provide(
        WalletGateway.layerScript({
          subintents: [new RequestStatusNotOk({ status: 400, reason: "InvalidRequestError" })]
        })
      )
    )
  )
})
