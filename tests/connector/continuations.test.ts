import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, type Layer } from "effect"
import type { ConnectorOptions } from "~/connector/ConnectorOptions"
import type { ConnectorError } from "~/connector/Errors"
import type { StepResponse } from "~/connector/Requests"
import { Storage, WalletResponsesStore } from "~/connector/Storage"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Wallet } from "~/connector/Wallet"
import { only, use, type world } from "./wallet"
import { approve, CHALLENGE, main, pass, refuse, settle } from "./world"

const gives = { "a proof": "data", "a transaction": "transaction", "a pre-authorization": "preAuthorization" } as const

const continuation = { kind: "ballot", payload: { proposal: "p1" } }

const requests: Readonly<Record<keyof typeof gives, Effect.Effect<unknown, ConnectorError, Wallet>>> = {
  "a proof": Effect.flatMap(Wallet, (wallet) =>
    wallet.request(
      { proofOfOwnership: { accountAddresses: [main.address] } },
      { oneTime: true, challenge: CHALLENGE, continuation }
    )
  ),
  "a transaction": Effect.flatMap(Wallet, (wallet) =>
    wallet.sendTransaction({ transactionManifest: "m", continuation })
  ),
  "a pre-authorization": Effect.flatMap(Wallet, (wallet) =>
    wallet.preAuthorize({
      subintentManifest: "m",
      expiration: { discriminator: "expireAfterDelay", expireAfterSeconds: 3_600 },
      continuation
    })
  )
}
const kinds = Object.keys(requests) as ReadonlyArray<keyof typeof requests>

/** The same browser, one page after the other, with a wallet that sends nothing on its own. */
const visit = <A, E>(
  place: Place,
  effect: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof world>["layer"]>>,
  options: Partial<ConnectorOptions>
) => use(effect, { place, wallet: { respond: () => undefined }, gateway: { transactions: ["Pending"] }, options })

const responses = (how: typeof approve = approve) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const { interactionId, walletInteraction } = yield* only
    assert.isDefined(walletInteraction)
    if (walletInteraction === undefined) return
    yield* storage.modify(WalletResponsesStore, () => [undefined, { [interactionId]: how(walletInteraction) }])
    yield* pass("2 seconds")
  })
const leave = (request: Effect.Effect<unknown, unknown, Wallet>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(request)
    yield* settle
    yield* Fiber.interrupt(fiber)
  })

/** A page's `carryOn`, which returns these in order; the last one repeats. */
const hearing = (...says: ReadonlyArray<"done" | "later">) => {
  const heard: Array<StepResponse> = []
  const carryOn = async (step: StepResponse) => {
    heard.push(step)
    return says[Math.min(heard.length, says.length) - 1] ?? "done"
  }
  return { heard, options: { carryOn } }
}

describe("a request with a continuation", () => {
  it.effect.each(kinds)("%s: passes the response to the page that asked, once", (kind) => {
    const { heard, options } = hearing("done")
    return use(
      Effect.gen(function* () {
        yield* Effect.fork(requests[kind])
        yield* pass("2 seconds")
        assert.strictEqual(heard.length, 1)
        assert.deepInclude(heard[0], continuation)
        assert.deepInclude(heard[0]?.result, { ok: true })
        assert.isUndefined((yield* only).continuation)
        yield* pass("1 minutes")
        assert.strictEqual(heard.length, 1)
      }),
      { options, gateway: { transactions: ["Pending"] } }
    )
  })

  it.effect.each(kinds)("%s: loses nothing in a reload before the wallet responds", (kind) => {
    const place = memoryPlace()
    const { heard, options } = hearing("done")
    return Effect.gen(function* () {
      yield* visit(place, leave(requests[kind]), options)
      assert.strictEqual(heard.length, 0)
      yield* visit(place, responses(), options)
      assert.strictEqual(heard.length, 1)
      const [step] = heard
      assert.deepInclude(step, continuation)
      assert.isTrue(step?.result.ok && step.result.value.type === gives[kind])
      yield* visit(place, pass("2 seconds"), options)
      assert.strictEqual(heard.length, 1)
    })
  })

  it.effect.each(kinds)("%s: loses nothing in a reload between the response and its use", (kind) => {
    const place = memoryPlace()
    const before = hearing("later")
    const after = hearing("done")
    return Effect.gen(function* () {
      yield* visit(place, Effect.zipRight(leave(requests[kind]), responses()), before.options)
      assert.isAtLeast(before.heard.length, 1)
      yield* visit(place, pass("2 seconds"), after.options)
      assert.strictEqual(after.heard.length, 1)
      assert.deepStrictEqual(after.heard[0]?.result, before.heard[0]?.result)
      yield* visit(
        place,
        Effect.flatMap(only, (item) => Effect.sync(() => assert.isUndefined(item.continuation))),
        {}
      )
    })
  })

  it.effect("is called again with backoff until it reports completion", () => {
    const { heard, options } = hearing("later", "later", "done")
    return use(
      Effect.gen(function* () {
        yield* Effect.fork(requests["a proof"])
        yield* pass("1 seconds")
        assert.strictEqual(heard.length, 1)
        yield* pass("2 seconds")
        assert.strictEqual(heard.length, 2)
        yield* pass("4 seconds")
        assert.strictEqual(heard.length, 3)
        yield* pass("5 minutes")
        assert.strictEqual(heard.length, 3)
      }),
      { options }
    )
  })

  it.effect("gets the wallet's refusal after a reload, and nothing that the person cancelled", () => {
    const { heard, options } = hearing("done")
    const place = memoryPlace()
    const other = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(requests["a proof"]), options)
      yield* visit(place, responses(refuse as typeof approve), options)
      assert.deepInclude(heard[0]?.result, { ok: false })
      yield* visit(other, leave(requests["a proof"]), options)
      yield* visit(
        other,
        Effect.gen(function* () {
          yield* (yield* Wallet).cancel((yield* only).interactionId)
          yield* pass("1 minutes")
        }),
        options
      )
      assert.strictEqual(heard.length, 1)
    })
  })

  it.effect("fails with the reason of a pre-authorization that the page could not use, also on the next page", () => {
    const place = memoryPlace()
    const refusal = { code: "E-CLOSED", message: "The sale is over." }
    const failed = Effect.map(only, (item) => {
      assert.deepInclude(item, { status: "fail", error: refusal.code, errorMessage: refusal.message })
      assert.isUndefined(item.continuation)
    })
    return Effect.gen(function* () {
      yield* visit(place, Effect.all([leave(requests["a pre-authorization"]), responses(), failed]), {
        carryOn: async () => refusal
      })
      yield* visit(place, Effect.zipRight(pass("1 minutes"), failed), {})
    })
  })

  it.effect("stores one-time data no longer than necessary", () => {
    const { options } = hearing("done")
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* visit(place, leave(requests["a proof"]), options)
      yield* visit(place, responses(), options)
      yield* visit(
        place,
        Effect.flatMap(only, (item) => Effect.sync(() => assert.notInclude(JSON.stringify(item), "publicKey"))),
        options
      )
    })
  })
})
