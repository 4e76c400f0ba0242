/** The ledger service when the gateway fails: it retries, gives up in time, shows the last known state and recovers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Ref, Schema, TestClock } from "effect"
import { ConnectorErrors, Gateway, type GatewayError } from "~/connector/index"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger, makeLastKnown } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { ADA, XRD } from "./transactions"
import { ledgerWorld } from "./world"

const { FailedToFetch, FailedToParseResponseToJson, RequestStatusNotOk } = ConnectorErrors

/** Fails this many times, then returns the ledger's position; counts the calls. */
const failing = (times: number, error: GatewayError, more: object = {}) =>
  Effect.gen(function* () {
    const calls = yield* Ref.make(0)
    const state = {
      network: "x",
      state_version: 7,
      proposer_round_timestamp: "2026-11-20T10:00:00Z",
      epoch: 3,
      round: 1
    }
    const gateway = Gateway.layerScript({
      methods: {
        ask: (_path, _body, reply) =>
          Effect.flatMap(
            Ref.updateAndGet(calls, (count) => count + 1),
            (count): Effect.Effect<typeof reply.Type, GatewayError> =>
              count <= times
                ? Effect.fail(error)
                : Effect.mapError(
                    Schema.decodeUnknown(reply)({ ledger_state: state, ...more }),
                    (cause) => new FailedToParseResponseToJson({ cause })
                  )
          )
      }
    })
    return { calls, layer: Layer.provide(Ledger.Default, gateway) }
  })

/** Lets all waiting pass. */
const inTime = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(program)
    yield* TestClock.adjust("30 seconds")
    return yield* Fiber.join(fiber)
  })

const readState = Effect.flatMap(Ledger, (ledger) => ledger.currentState())

describe("Ledger, when the gateway fails", () => {
  it.effect("retries twice where that can help", () =>
    Effect.gen(function* () {
      for (const error of [
        new FailedToFetch({}),
        new RequestStatusNotOk({ status: 502 }),
        new RequestStatusNotOk({ status: 429 }),
        new RequestStatusNotOk({ status: 500, reason: "NotSyncedUpError" })
      ]) {
        const { calls, layer } = yield* failing(2, error)
        const { epoch, time } = yield* Effect.provide(inTime(readState), layer)
        assert.deepStrictEqual([epoch, time], [3, { stateVersion: 7, at: "2026-11-20T10:00:00Z", isFresh: true }])
        assert.strictEqual(yield* Ref.get(calls), 3)
      }
    })
  )

  it.effect("treats an unreadable amount as an error, never as zero", () =>
    Effect.gen(function* () {
      const holding = (amount: string) => ({
        items: [{ address: ADA, fungible_resources: { items: [{ resource_address: XRD, amount }] } }]
      })
      const read = Effect.flatMap(Ledger, (ledger) => ledger.balancesOf(XRD, [ADA]))
      const good = yield* failing(0, new FailedToFetch({}), holding("12.5"))
      const { byAccount } = yield* Effect.provide(read, good.layer)
      assert.strictEqual(byAccount.get(ADA) as string, "12.5")
      for (const amount of ["12,5", "1e3", "", "NaN"]) {
        const { layer } = yield* failing(0, new FailedToFetch({}), holding(amount))
        const down = yield* Effect.provide(Effect.flip(inTime(read)), layer)
        assert.deepInclude(down, { _tag: "GatewayDown", status: 503 })
      }
    })
  )

  it.effect("reports the product's message after that, or immediately when retrying is useless", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* failing(9, new RequestStatusNotOk({ status: 503 }))
      const down = yield* Effect.provide(Effect.flip(inTime(readState)), layer)
      assert.deepInclude(down, { _tag: "GatewayDown", status: 503, code: "E-GATEWAY" })
      assert.strictEqual(down.message, "The ledger cannot be reached right now. Try again in a minute.")
      assert.strictEqual(yield* Ref.get(calls), 3)
      const garbled = yield* failing(9, new FailedToParseResponseToJson({}))
      yield* Effect.provide(Effect.flip(inTime(readState)), garbled.layer)
      assert.strictEqual(yield* Ref.get(garbled.calls), 1)
    })
  )

  it.effect("leaves it alone after five failures in a row, and recovers when it is back", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* failing(5, new FailedToFetch({}))
      yield* Effect.gen(function* () {
        yield* Effect.flip(inTime(readState))
        const second = yield* Effect.fork(Effect.flip(readState))
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(second)
        assert.strictEqual(yield* Ref.get(calls), 5)
        yield* Effect.flip(readState)
        assert.strictEqual(yield* Ref.get(calls), 5)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual((yield* readState).epoch, 3)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("shows pages the last known state, marked as old, and decides nothing on it", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const faults = yield* Faults
      const fresh = yield* ledger.shown.balances([ADA])
      assert.isTrue(fresh.time.isFresh)
      yield* faults.change({ gateway: "down" })
      const old = yield* inTime(ledger.shown.balances([ADA]))
      assert.deepStrictEqual(old, { ...fresh, time: { ...fresh.time, isFresh: false } })
      assert.strictEqual((yield* Effect.flip(inTime(ledger.balances([ADA]))))._tag, "GatewayDown")
      assert.strictEqual((yield* Effect.flip(inTime(ledger.shown.resource(XRD))))._tag, "GatewayDown")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("1 minute")
      assert.isTrue((yield* ledger.shown.balances([ADA])).time.isFresh)
    }).pipe(Effect.provide(ledgerWorld))
  )
})

describe("the last known state", () => {
  const respond = (stateVersion: number) => ({ time: { stateVersion, at: "", isFresh: true } })

  it.effect("is cached for a bounded number of keys, of which the least recently used is evicted first", () =>
    Effect.gen(function* () {
      const known = yield* makeLastKnown<ReturnType<typeof respond>>(2)
      yield* known.or("a", Effect.succeed(respond(1)))
      yield* known.or("b", Effect.succeed(respond(2)))
      yield* known.or("a", Effect.succeed(respond(3)))
      yield* known.or("c", Effect.succeed(respond(4)))
      const down = Effect.fail(new GatewayDown({}))
      assert.strictEqual((yield* known.or("a", down)).time.stateVersion, 3)
      assert.strictEqual((yield* Effect.flip(known.or("b", down)))._tag, "GatewayDown")
    })
  )
})

describe("a scripted ledger", () => {
  it.effect("returns its script, and is down for everything else", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      assert.strictEqual((yield* ledger.currentState()).epoch, 9)
      assert.strictEqual((yield* ledger.shown.currentState()).epoch, 9)
      assert.strictEqual((yield* Effect.flip(ledger.balances([ADA])))._tag, "GatewayDown")
    }).pipe(
      Effect.provide(
        Ledger.layerScript({
          currentState: () => Effect.succeed({ epoch: 9, time: { stateVersion: 1, at: "", isFresh: true } })
        })
      )
    )
  )
})
