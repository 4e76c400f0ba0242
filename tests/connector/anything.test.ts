/** Bad input: with any content of the storage and any message from outside, a login works and nothing is lost. */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, Fiber } from "effect"
import { memoryPlace } from "~/connector/storage/places"
import { extensionTransport } from "~/connector/transport/Extension"
import { Wallet } from "~/connector/Wallet"
import { interaction, inWindow, ScriptedWindow } from "./scripted-window"
import { connect, only, snapshot, use } from "./wallet"
import { DAPP, isRunning, pass, persona, settle } from "./world"

const anything = FastCheck.jsonValue({ maxDepth: 3 })
const PARTITIONS =
  `state requests walletResponses sessions identities connectorExtension relayInbox selectedAccount`.split(" ")

const transaction = {
  interactionId: "one",
  type: "sendTransaction",
  status: "pending",
  createdAt: 1,
  isOneTimeRequest: false
}
/** A real record with one of its fields replaced: closer to the truth than noise, and so more dangerous. */
const bent = FastCheck.record({
  field: FastCheck.constantFrom(
    ...["type", "status", "createdAt", "interactionId", "showCancel", "walletInteraction", "metadata"],
    ...["transactionIntentHash", "error", "isOneTimeRequest", "sentToWallet", "persona", "accounts", "discriminator"]
  ),
  value: anything
}).map(({ field, value }) => ({
  one: {
    ...transaction,
    ...{ showCancel: true, metadata: { subintentHash: "s" } },
    [field]: value
  }
}))
const stored = FastCheck.oneof(
  FastCheck.string(),
  anything.map((value) => JSON.stringify(value)),
  bent.map((value) => JSON.stringify(value))
)

/** A transaction that the wallet may still send: a disconnect keeps its line, and the next one does not. */
const inWallet = { ...transaction, showCancel: false }
const samples = [
  ...FastCheck.sample(FastCheck.tuple(...PARTITIONS.map(() => stored)), 20),
  PARTITIONS.map((name) => (name === "requests" ? JSON.stringify({ one: inWallet }) : ""))
]

it.effect.each(samples.map((texts, index) => [index, texts] as const))(
  "a login works over any stored data (%i)",
  ([index, texts]) => {
    const place = memoryPlace()
    for (const [at, text] of texts.entries()) place.set(`rdt:${DAPP}:2:${PARTITIONS[at]}`, text)
    return use(
      Effect.gen(function* () {
        yield* settle
        assert.isTrue((yield* snapshot).isInitialized)
        assert.strictEqual((yield* connect).persona?.label, persona.label, JSON.stringify(texts))
        yield* Effect.flatMap(Wallet, (wallet) => wallet.disconnect)
        const left = (yield* snapshot).requests
        if (index === samples.length - 1) assert.lengthOf(left, 1)
        for (const { error, status, type } of left) {
          assert.deepStrictEqual(
            [type, status, error?.code],
            ["sendTransaction", "ignored", "transactionOutcomeUnknown"]
          )
        }
        yield* Effect.flatMap(Wallet, (wallet) => wallet.disconnect)
        assert.deepStrictEqual((yield* snapshot).requests, [])
      }),
      { place, gateway: { transactions: ["CommittedSuccess"] } }
    )
  }
)

it.effect("an extension may send any message, and the response still arrives", () => {
  const window = new ScriptedWindow()
  const said = FastCheck.sample(
    FastCheck.oneof(
      anything,
      FastCheck.record(
        {
          eventType: FastCheck.oneof(
            anything,
            FastCheck.constantFrom("receivedByExtension", "receivedByWallet", "new")
          ),
          interactionId: FastCheck.oneof(anything, FastCheck.constantFrom("__proto__", "constructor", "stranger")),
          discriminator: anything,
          items: anything,
          error: anything
        },
        { requiredKeys: [] }
      )
    ),
    300
  )
  return Effect.gen(function* () {
    const transport = yield* extensionTransport
    yield* settle
    yield* transport.send(interaction("authorizedRequest"), Effect.void)
    const heard: Array<string> = []
    const hearing = yield* Effect.fork(
      Effect.forever(Effect.map(transport.events, (event) => heard.push(event.interactionId)))
    )
    for (const detail of said) window.say(detail)
    window.say({ interactionId: "one", discriminator: "success" })
    yield* settle
    assert.isTrue(yield* isRunning(hearing))
    assert.strictEqual(heard.at(-1), "one")
    assert.deepStrictEqual(transport.status(), { isExtensionAvailable: true, isWalletLinked: true })
    yield* Fiber.interrupt(hearing)
  }).pipe(Effect.scoped, Effect.provide(inWindow(window)))
})

it.effect("a response without a notification is found within a second", () => {
  const place = memoryPlace()
  return use(
    Effect.gen(function* () {
      const login = yield* Effect.fork(Effect.flip(connect))
      yield* settle
      const { interactionId } = yield* only
      const response = { discriminator: "failure", interactionId, error: "rejectedByUser" }
      place.set(`rdt:${DAPP}:2:walletResponses`, JSON.stringify({ [interactionId]: response }))
      yield* settle
      assert.isTrue(yield* isRunning(login))
      yield* pass("1 seconds")
      assert.strictEqual((yield* Fiber.join(login))._tag, "rejectedByUser")
    }),
    { place, wallet: { respond: () => undefined } }
  )
})
