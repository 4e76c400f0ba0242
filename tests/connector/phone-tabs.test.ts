import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Fiber, Layer, Option } from "effect"
import type { GatewayScript } from "~/connector/gateway/shape"
import { RequestItems } from "~/connector/RequestItems"
import { StateStore, Storage } from "~/connector/Storage"
import { memoryPlace } from "~/connector/storage/places"
import { IdentitiesStore, SessionsStore } from "~/connector/storage/relayStores"
import { Wallet } from "~/connector/Wallet"
import { onPhone, opened, Phone, send } from "./phone"
import { sharedPlace } from "./shared-place"
import { connect, only } from "./wallet"
import { approve, isRunning, pass, persona, settle } from "./world"

const once = Effect.flatMap(Wallet, (wallet) => wallet.request({ accounts: {} }, { oneTime: true }))
const preAuthorize = Effect.flatMap(Wallet, (wallet) =>
  wallet.preAuthorize({
    subintentManifest: "m",
    expiration: { discriminator: "expireAfterDelay", expireAfterSeconds: 60 }
  })
)
const committed = { status: "CommittedSuccess", parentTransactionIntentHash: Option.some("txid_parent") } as const
const unknown = { status: "Unknown", parentTransactionIntentHash: Option.none() } as const

describe("a reloaded page on a phone", () => {
  const kinds: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Wallet>, string]> = [
    ["a login", connect, "success"],
    ["data asked for once", once, "success"],
    ["a transaction", send, "pending"],
    ["a pre-authorization", preAuthorize, "pendingCommit"]
  ]
  it.effect.each(kinds)("still gets the response to %s, and tracks it to its end", ([_, ask, response]) => {
    const phone = new Phone()
    const place = memoryPlace()
    const visit = <A, E>(
      effect: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof onPhone>>>,
      gateway?: GatewayScript
    ) => Effect.provide(effect, onPhone(phone, place, gateway))
    return Effect.gen(function* () {
      yield* visit(
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(ask)
          yield* opened(phone)
          yield* Fiber.interrupt(fiber)
        })
      )
      yield* phone.respond(approve(phone.interaction))
      yield* visit(
        Effect.gen(function* () {
          while ((yield* only).status === "pending" && (yield* only).transactionIntentHash === undefined) {
            yield* pass("1500 millis")
          }
          assert.strictEqual((yield* only).status, response)
        }),
        { transactions: ["Pending"], subintents: [unknown] }
      )
      yield* visit(
        Effect.gen(function* () {
          yield* pass("2 seconds")
          assert.strictEqual((yield* only).status, "success")
        }),
        { transactions: ["CommittedSuccess"], subintents: [committed] }
      )
    })
  })
})

describe("two tabs on a phone", () => {
  const ledger: GatewayScript = { transactions: ["CommittedSuccess"] }
  const open = Effect.gen(function* () {
    const place = sharedPlace()
    const [first, second] = [new Phone(), new Phone()]
    const here = yield* Layer.build(onPhone(first, place(), ledger))
    const there = yield* Layer.build(onPhone(second, place(), ledger))
    return { first, here, second, there }
  })

  it.effect("are one dApp to the wallet, also when both ask at the same moment", () =>
    Effect.gen(function* () {
      const { first, here, second, there } = yield* open
      yield* Effect.forkScoped(Effect.provide(Effect.ignore(connect), here))
      yield* Effect.forkScoped(Effect.provide(Effect.ignore(send), there))
      yield* opened(first)
      yield* opened(second)
      for (const name of ["sessionId", "identity", "publicKey"]) assert.strictEqual(first.link(name), second.link(name))
      for (const tab of [here, there]) {
        const storage = yield* Effect.provide(Storage, tab)
        assert.deepStrictEqual(Object.keys(yield* storage.get(SessionsStore)), [first.link("sessionId")])
        assert.deepStrictEqual(Object.keys(yield* storage.get(IdentitiesStore)), ["dApp"])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("fetch each other's responses, and each gets its own", () =>
    Effect.gen(function* () {
      const { first, here, second, there } = yield* open
      const given = yield* Effect.fork(Effect.provide(once, here))
      yield* opened(first)
      const login = yield* Effect.fork(Effect.provide(connect, here))
      yield* opened(first, 2)
      const [onceAsked, loginAsked] = first.interactions
      const sent = yield* Effect.fork(Effect.provide(send, there))
      yield* opened(second)
      // The person returns to the second tab alone, which empties the mailbox for both.
      first.isVisible = false
      for (const interaction of [onceAsked, loginAsked, second.interaction]) {
        if (interaction !== undefined) yield* second.respond(approve(interaction))
      }
      while (yield* isRunning(sent)) yield* pass("1500 millis")
      assert.lengthOf(second.mailbox, 0)
      assert.lengthOf((yield* Fiber.join(given)).accounts, 2)
      assert.strictEqual((yield* Fiber.join(login)).persona?.label, persona.label)
      assert.strictEqual((yield* Fiber.join(sent)).type, "transaction")
      for (const tab of [here, there]) {
        const items = yield* Effect.provide(
          Effect.flatMap(RequestItems, (all) => all.list),
          tab
        )
        assert.deepStrictEqual(
          items.map(({ status }) => status),
          ["success", "success", "success"]
        )
        const { walletData } = yield* Effect.provide(
          Effect.flatMap(Storage, (storage) => storage.get(StateStore)),
          tab
        )
        assert.strictEqual(walletData.persona?.label, persona.label)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("disconnect together, and stay the same dApp to the wallet", () =>
    Effect.gen(function* () {
      const { first, here, second, there } = yield* open
      const login = yield* Effect.fork(Effect.flip(Effect.provide(connect, here)))
      yield* opened(first)
      yield* Effect.provide(
        Effect.flatMap(Wallet, (wallet) => wallet.disconnect),
        there
      )
      assert.strictEqual((yield* Fiber.join(login))._tag, "canceledByUser")
      // The session survives: the wallet knows the dApp by it.
      yield* Effect.forkScoped(Effect.provide(Effect.ignore(connect), there))
      yield* opened(second)
      assert.strictEqual(second.link("sessionId"), first.link("sessionId"))
      assert.strictEqual(second.link("identity"), first.link("identity"))
    }).pipe(Effect.scoped)
  )
})

it.effect("two tabs on a phone keep waiting for responses, whatever the relay returns", () => {
  const phone = new Phone()
  const bodies = ["", "null", "7", "{}", "[", "[[[[]]]]", '{"length":1}', '"text"', "[null]", '[{"error":{}}]']
  const parts = FastCheck.sample(
    FastCheck.oneof(
      FastCheck.jsonValue(),
      FastCheck.record({
        sessionId: FastCheck.jsonValue(),
        publicKey: FastCheck.jsonValue(),
        data: FastCheck.jsonValue()
      }),
      FastCheck.record({
        publicKey: FastCheck.stringMatching(/^[0-9a-f]{64}$/),
        data: FastCheck.stringMatching(/^([0-9a-f]{2}){28,60}$/)
      })
    ),
    100
  )
  return Effect.gen(function* () {
    const login = yield* Effect.fork(connect)
    yield* opened(phone)
    const sent = yield* Effect.fork(send)
    yield* opened(phone, 2)
    for (const body of bodies) {
      phone.says = body
      yield* pass("1500 millis")
    }
    phone.says = undefined
    phone.mailbox.push(...parts)
    yield* pass("1500 millis")
    yield* settle
    assert.isTrue((yield* isRunning(login)) && (yield* isRunning(sent)))
    for (const interaction of phone.interactions) yield* phone.respond(approve(interaction))
    while ((yield* isRunning(login)) || (yield* isRunning(sent))) yield* pass("1500 millis")
    assert.strictEqual((yield* Fiber.join(login)).persona?.label, persona.label)
    assert.strictEqual((yield* Fiber.join(sent)).type, "transaction")
  }).pipe(Effect.provide(onPhone(phone, memoryPlace(), { transactions: ["CommittedSuccess"] })))
})
