import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { cardWords } from "~/connector/button/view/words"
import { toCard } from "~/connector/pure/cards"
import { StateStore, Storage } from "~/connector/Storage"
import { memoryPlace } from "~/connector/storage/places"
import { IdentitiesStore, RelayInboxStore, SessionsStore } from "~/connector/storage/relayStores"
import { Wallet } from "~/connector/Wallet"
import { onPhone, opened, Phone, send } from "./phone"
import { connect, only } from "./wallet"
import { approve, isRunning, pass, persona } from "./world"

describe("a phone in trouble", () => {
  it.effect("decrypts the good responses of a batch whatever else it contains", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      phone.mailbox.push(null, 7, {}, { sessionId: "s", publicKey: "zz", data: "00" })
      phone.mailbox.push({ sessionId: "s", publicKey: "ab".repeat(32), data: "cd".repeat(60) })
      phone.mailbox.push({ sessionId: "s", error: "somethingElse" })
      yield* phone.respond({ discriminator: "success", interactionId: "a stranger's", items: {} })
      yield* phone.respond(approve(phone.interaction))
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).persona?.label, persona.label)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect.each([
    ["an undecryptable answer", { publicKey: "09".repeat(32), data: "cd".repeat(60) }, "could not be decrypted"],
    ["an answer shorter than any", { publicKey: "09".repeat(32), data: "cd" }, "could not be decrypted"],
    ["a key that is none", { publicKey: "zz", data: "cd".repeat(60) }, "the shared key could not"]
  ] as const)("stays open with a warning when it gets %s, and accepts the good one after it", ([_, item, words]) => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      phone.mailbox.push({ sessionId: phone.link("sessionId"), ...item })
      yield* pass("1500 millis")
      // Decryption takes real promises.
      while ((yield* only).warning === undefined) yield* pass("100 millis")
      assert.isTrue(yield* isRunning(fiber))
      const open = yield* only
      assert.strictEqual(open.status, "pending")
      assert.include(open.warning, words)
      assert.include(cardWords(toCard(open), 0), words)
      yield* phone.respond(approve(phone.interaction))
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).persona?.label, persona.label)
      const done = yield* only
      assert.deepInclude({ ...done }, { status: "success" })
      assert.isUndefined(done.warning)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("ends its one request when the relay itself refuses", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone)
      phone.mailbox.push({ sessionId: phone.link("sessionId"), error: "expired" })
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "RadixConnectRelayRequestFailed")
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("ends none of several requests for a response that names none", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const first = yield* Effect.fork(connect)
      yield* opened(phone)
      const second = yield* Effect.fork(send)
      yield* opened(phone, 2)
      phone.mailbox.push({ sessionId: "s", publicKey: "09".repeat(32), data: "cd".repeat(60) })
      yield* pass("1500 millis")
      assert.isTrue((yield* isRunning(first)) && (yield* isRunning(second)))
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("keeps one identity and session over requests and disconnects", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      yield* Effect.fork(Effect.ignore(connect))
      yield* opened(phone)
      const first = [phone.link("sessionId"), phone.link("identity"), phone.link("publicKey")]
      yield* wallet.disconnect
      yield* Effect.fork(Effect.ignore(connect))
      yield* opened(phone, 2)
      assert.deepStrictEqual([phone.link("sessionId"), phone.link("identity"), phone.link("publicKey")], first)
      const storage = yield* Storage
      assert.deepStrictEqual(Object.keys(yield* storage.get(SessionsStore)), [phone.link("sessionId")])
      assert.deepStrictEqual(Object.keys(yield* storage.get(IdentitiesStore)), ["dApp"])
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("creates both again when one is lost, since the wallet would refuse a mixed pair forever", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const storage = yield* Storage
      yield* Effect.fork(Effect.ignore(connect))
      yield* opened(phone)
      const first = phone.link("sessionId")
      yield* storage.clear(IdentitiesStore)
      yield* Effect.fork(Effect.ignore(send))
      yield* opened(phone, 2)
      assert.notStrictEqual(phone.link("sessionId"), first)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("no longer offers to cancel a transaction that was sent to the wallet, but can ignore it", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const fiber = yield* Effect.fork(Effect.flip(send))
      yield* opened(phone)
      const { interactionId, showCancel } = yield* only
      assert.isFalse(showCancel)
      yield* wallet.ignore(interactionId)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "transactionOutcomeUnknown")
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect(
    "records the hash of a transaction that was ignored, or left at a disconnect, when the person returns",
    () => {
      const phone = new Phone()
      return Effect.gen(function* () {
        const wallet = yield* Wallet
        const fiber = yield* Effect.fork(Effect.flip(send))
        yield* opened(phone)
        yield* wallet.disconnect
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "transactionOutcomeUnknown")
        const before = phone.asked.length
        yield* pass("1 minutes")
        assert.strictEqual(phone.asked.length, before)
        yield* phone.respond(approve(phone.interaction))
        phone.comeBack()
        yield* pass("1500 millis")
        // Decryption takes real promises.
        while ((yield* only).transactionIntentHash === undefined) yield* pass("100 millis")
        assert.deepInclude({ ...(yield* only) }, { status: "ignored", transactionIntentHash: "txid_tdx_2_1one" })
      }).pipe(Effect.provide(onPhone(phone)))
    }
  )

  it.effect("does not report a transaction that its wallet has as lost, whatever the relay says", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(send))
      yield* opened(phone)
      phone.mailbox.push({ sessionId: phone.link("sessionId"), error: "expired" })
      yield* pass("1500 millis")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error._tag, "transactionOutcomeUnknown")
      assert.strictEqual((yield* only).error, "transactionOutcomeUnknown")
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("can cancel a login, and ignores the wallet's later response", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone)
      yield* wallet.cancel((yield* only).interactionId)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "canceledByUser")
      yield* phone.respond(approve(phone.interaction))
      yield* Effect.fork(Effect.ignore(send))
      yield* opened(phone, 2)
      yield* pass("1500 millis")
      assert.isUndefined((yield* (yield* Storage).get(StateStore)).walletData.persona)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("decrypts after a reload what the page had only stored before it", () => {
    const phone = new Phone()
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.fork(connect)
        yield* opened(phone)
        yield* Fiber.interrupt(fiber)
        yield* phone.respond(approve(phone.interaction))
        const storage = yield* Storage
        yield* storage.modify(RelayInboxStore, () => [undefined, phone.mailbox])
        phone.mailbox = []
      }).pipe(Effect.provide(onPhone(phone, place)))
      yield* Effect.gen(function* () {
        while ((yield* only).status === "pending") yield* pass("1 seconds")
        assert.strictEqual((yield* only).status, "success")
        assert.strictEqual((yield* (yield* Storage).get(StateStore)).walletData.persona?.label, persona.label)
      }).pipe(Effect.provide(onPhone(phone, place)))
    })
  })
})
