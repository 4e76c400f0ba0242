import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Either, Fiber, Layer, Logger, Option, TestClock } from "effect"
import { ConnectorErrors, Gateway, type GatewayShape } from "~/connector/index"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"
import { type Claim, isClaimable, Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { addressOf, ed25519Key } from "./keys"
import { GatewayOfTest, LedgerLive, TestLedger } from "./world"

const ada = ed25519Key("ada")
const claim: Claim = { kind: "account", address: addressOf(ada), curve: ada.curve, publicKey: ada.publicKey }
const world = Ownership.Default.pipe(Layer.provide(GatewayOfTest), Layer.provideMerge(LedgerLive))
const owns = Effect.flatMap(Ownership, (ownership) => ownership.owns(claim))

const { FailedToFetch, FailedToParseResponseToJson, RequestStatusNotOk } = ConnectorErrors
/** The code of a refusal. */
const codeOf = (error: { readonly code: string }) => error.code

/** Twenty-five people, each with a key of their own. */
const crowd = Array.from({ length: 25 }, (_, n) => ed25519Key(`member ${n}`)).map(
  (key): Claim => ({ kind: "account", address: addressOf(key), curve: key.curve, publicKey: key.publicKey })
)
const ownsAll = (claims: ReadonlyArray<Claim>) =>
  Effect.map(
    Effect.flatMap(Ownership, (ownership) => ownership.ownsAll(claims)),
    (all) => all.map((one) => (Either.isRight(one) ? one.right.owns : one.left.code))
  )
/** A ledger without owner keys that records the size of each query, and lets `ownerKeysOf` fail first. */
const crowded = (...trouble: Array<ConnectorErrors.GatewayError>) => {
  const calls: Array<number> = []
  const none = Option.none<never>()
  const gateway = Gateway.layerScript({
    methods: {
      ownerKeys: () => Effect.sync(() => calls.push(1)).pipe(Effect.as(none)),
      ownerKeysOf: (addresses) =>
        Effect.suspend((): ReturnType<GatewayShape["ownerKeysOf"]> => {
          calls.push(addresses.length)
          const keys = addresses.map(() => Either.right(none))
          return trouble.shift() ?? Effect.succeed({ stateVersion: 7, keys })
        })
    }
  })
  return { calls, on: Ownership.Default.pipe(Layer.provide(gateway)) }
}

describe("Ownership of many accounts", () => {
  it.effect("queries twenty at a time, and gives each its own result in order", () => {
    const { calls, on } = crowded()
    const [first, ...others] = crowd
    const thief: Claim = { ...claim, publicKey: others[0]?.publicKey ?? ada.publicKey }
    return Effect.gen(function* () {
      const responses = yield* ownsAll([thief, ...others, ...(first === undefined ? [] : [first])])
      assert.deepStrictEqual(responses, [false, ...crowd.map(() => true)].slice(0, crowd.length + 1))
      assert.deepStrictEqual(calls, [20, 6])
    }).pipe(Effect.provide(on))
  })

  it.effect("queries one by one if the ledger does not know one of them", () => {
    const unknown = new RequestStatusNotOk({ status: 404, reason: "EntityNotFoundError" })
    const { calls, on } = crowded(unknown)
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* ownsAll(crowd.slice(0, 3)), [true, true, true])
      assert.deepStrictEqual(calls, [3, 1, 1, 1])
    }).pipe(Effect.provide(on))
  })

  it.effect("reports to every caller that the gateway is down, and to nobody that they are not an owner", () => {
    const down = new FailedToParseResponseToJson({})
    const { on } = crowded(down)
    return Effect.gen(function* () {
      const responses = yield* ownsAll(crowd)
      assert.strictEqual(responses.filter((response) => response === "E-GATEWAY").length, 20)
      assert.strictEqual(responses.filter((response) => response === true).length, 5)
    }).pipe(Effect.provide(on))
  })
})

/** A gateway whose states the test sets. */
const gatewayAt = (state: { network: string; at: string }, access: Partial<typeof GatewayAccess.Service> = {}) => {
  const ledger_state = () => ({
    network: state.network,
    state_version: 7,
    proposer_round_timestamp: state.at,
    epoch: 1,
    round: 1
  })
  const gateway = Gateway.layerScript({
    methods: {
      ownerKeysOf: (addresses) =>
        addresses[0] === addressOf(ed25519Key("nobody"))
          ? new RequestStatusNotOk({ status: 404, reason: "EntityNotFoundError" })
          : Effect.sync(() => ({ stateVersion: 7, ...state, keys: addresses.map(() => Either.right(Option.none())) })),
      construction: () => Effect.sync(ledger_state)
    }
  })
  const known = { host: "gateway.example", timeout: Duration.seconds(3), network: "stokenet", ...access }
  return Ownership.Default.pipe(Layer.provide(Layer.merge(gateway, Layer.succeed(GatewayAccess, known))))
}

describe("An unreliable gateway", () => {
  const quiet = Logger.remove(Logger.defaultLogger)
  const foreign =
    "The ledger gateway answers for another network than this site's. Nothing was decided by it. Try again in a minute."

  it.effect("decides no ownership when it names another network", () => {
    const state = { network: "mainnet", at: "2026-11-20T12:00:00Z" }
    const nobody = ed25519Key("nobody")
    return Effect.gen(function* () {
      const refused = yield* Effect.flip(owns)
      assert.deepStrictEqual([refused.status, refused.code, refused.message], [503, "E-GATEWAY", foreign])
      const { owns: ownsOf } = yield* Ownership
      const unknown = yield* Effect.flip(ownsOf({ ...claim, address: addressOf(nobody), publicKey: nobody.publicKey }))
      assert.strictEqual(unknown.message, foreign)
      assert.deepStrictEqual(yield* ownsAll(crowd.slice(0, 2)), ["E-GATEWAY", "E-GATEWAY"])
      state.network = "stokenet"
      assert.isTrue(yield* owns)
    }).pipe(Effect.provide(gatewayAt(state)), Effect.provide(quiet))
  })

  it.effect("is refused when its state is much older than one read before", () => {
    const state = { network: "stokenet", at: "2026-11-20T12:00:00Z" }
    return Effect.gen(function* () {
      assert.isTrue(yield* owns)
      state.at = "2026-11-20T11:30:00Z"
      assert.isTrue(yield* owns)
      state.at = "2023-11-20T12:00:00Z"
      const refused = yield* Effect.flip(owns)
      assert.match(
        refused.message,
        /^The ledger gateway answers with an older state of the ledger than it did before\./
      )
      state.at = "2026-11-20T12:00:01Z"
      assert.isTrue(yield* owns)
    }).pipe(Effect.provide(gatewayAt(state)), Effect.provide(quiet))
  })
})

describe("Ownership", () => {
  it.effect("gets as much time as the setting allows", () =>
    Effect.gen(function* () {
      const access = { host: "gateway.example", timeout: Duration.seconds(7), network: null }
      const hanging = Gateway.layerScript({ methods: { ownerKeysOf: () => Effect.never } })
      const on = Ownership.Default.pipe(Layer.provide(Layer.merge(hanging, Layer.succeed(GatewayAccess, access))))
      const waiting = yield* Effect.fork(Effect.provide(Effect.flip(owns), on))
      yield* TestClock.adjust("6999 millis")
      assert.isTrue((yield* Fiber.poll(waiting))._tag === "None")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(codeOf(yield* Fiber.join(waiting)), "E-GATEWAY")
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.effect("gets 3 seconds in all when it does not respond", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      ledger.trouble.push(Effect.never)
      const waiting = yield* Effect.fork(Effect.flip(owns))
      yield* TestClock.adjust("2999 millis")
      assert.isTrue((yield* Fiber.poll(waiting))._tag === "None")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(codeOf(yield* Fiber.join(waiting)), "E-GATEWAY")
    }).pipe(Effect.provide(world))
  )

  it.effect("is queried twice more where that may help", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      ledger.trouble.push(new FailedToFetch({}), new RequestStatusNotOk({ status: 503 }))
      const trying = yield* Effect.fork(owns)
      yield* TestClock.adjust("600 millis")
      assert.isTrue(yield* Fiber.join(trying))

      ledger.trouble.push(...[1, 2, 3].map(() => new RequestStatusNotOk({ status: 429 })))
      const failing = yield* Effect.fork(Effect.flip(owns))
      yield* TestClock.adjust("600 millis")
      assert.strictEqual(codeOf(yield* Fiber.join(failing)), "E-GATEWAY")
      assert.strictEqual(ledger.asked.length, 6)
    }).pipe(Effect.provide(world))
  )

  it.effect("is not queried again immediately after an unreadable response", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      ledger.trouble.push(new FailedToParseResponseToJson({}), new RequestStatusNotOk({ status: 400 }))
      assert.strictEqual(codeOf(yield* Effect.flip(owns)), "E-GATEWAY")
      assert.strictEqual(codeOf(yield* Effect.flip(owns)), "E-GATEWAY")
      assert.strictEqual(ledger.asked.length, 2)
    }).pipe(Effect.provide(world))
  )

  it.effect("is queried at most once a second when it is down, and used again within 10 seconds", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      ledger.trouble.push(...Array.from({ length: 500 }, () => new FailedToParseResponseToJson({})))
      for (let second = 0; second < 60; second++) {
        for (let n = 0; n < 10; n++) yield* Effect.flip(owns)
        yield* TestClock.adjust("1 seconds")
      }
      assert.isAtMost(ledger.asked.length, 60)
      ledger.trouble.length = 0
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(yield* owns)
    }).pipe(Effect.provide(world))
  )

  it("is queried only for accounts and personas of our own network", () => {
    assert.isTrue(isClaimable(claim))
    assert.isTrue(isClaimable({ kind: "identity", address: addressOf(ada, "persona") }))
    assert.isFalse(isClaimable({ kind: "identity", address: claim.address }))
    assert.isFalse(isClaimable({ kind: "account", address: addressOf(ada, "account", 1) }))
    assert.isFalse(isClaimable({ kind: "account", address: "" }))
  })
})
