import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { ExtensionStore, Storage } from "~/connector/Storage"
import { extensionTransport } from "~/connector/transport/Extension"
import { interaction, inWindow, RECEIVE, ScriptedWindow, withExtension } from "./scripted-window"
import { isRunning, pass, settle } from "./world"

describe("the extension", () => {
  it.effect("is asked for its status once at the start, with an id", () => {
    const window = new ScriptedWindow()
    return withExtension(window, (transport) =>
      Effect.sync(() => {
        assert.strictEqual(window.said.length, 1)
        assert.strictEqual(window.said[0]?.discriminator, "extensionStatus")
        assert.match(window.said[0]?.interactionId ?? "", /^[0-9a-f-]{36}$/)
        assert.deepStrictEqual(transport.status(), { isExtensionAvailable: true, isWalletLinked: true })
      })
    )
  })

  it.effect("gets a request immediately, with a session for a login, and keeps that session", () => {
    const window = new ScriptedWindow()
    return withExtension(window, (transport, storage) =>
      Effect.gen(function* () {
        const login = interaction("authorizedRequest")
        assert.isFalse(transport.isReady(), "a session takes its turn among tabs")
        yield* transport.send(login, Effect.void)
        assert.isTrue(transport.isReady())
        const [message] = window.requests
        const { sessionId } = yield* storage.get(ExtensionStore)
        assert.match(sessionId ?? "", /^[0-9a-f-]{36}$/)
        assert.deepStrictEqual<unknown>(message, {
          interactionId: "one",
          discriminator: "walletInteraction",
          interaction: login,
          sessionId
        })
        yield* transport.send(interaction("transaction", "two"), Effect.void)
        assert.strictEqual(window.requests[1]?.sessionId, sessionId)
        const nextPage = Effect.scoped(Effect.map(extensionTransport, (next) => next.isReady()))
        assert.isTrue(yield* nextPage.pipe(Effect.provideService(Storage, storage), Effect.provide(inWindow(window))))
        yield* transport.forget
        assert.isFalse(transport.isReady())
        assert.isUndefined((yield* storage.get(ExtensionStore)).sessionId)
      })
    )
  })

  it.effect("gets a transaction without a session if there is none", () => {
    const window = new ScriptedWindow()
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        yield* transport.send(interaction("transaction"), Effect.void)
        assert.notProperty(window.requests[0], "sessionId")
      })
    )
  })

  it.effect("gets the bare interaction and the old cancel message if it does not know sessions", () => {
    const window = new ScriptedWindow()
    window.status = { isExtensionAvailable: true, isWalletLinked: true }
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        const login = interaction("authorizedRequest")
        yield* transport.send(login, Effect.void)
        yield* transport.cancel(login)
        assert.deepStrictEqual<unknown>(window.requests, [
          login,
          { interactionId: "one", metadata: login.metadata, items: { discriminator: "cancelRequest" } }
        ])
      })
    )
  })

  it.effect("gets messages for a cancel and for the pairing popup", () => {
    const window = new ScriptedWindow()
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        const login = interaction("authorizedRequest")
        yield* transport.cancel(login)
        yield* transport.showQrCode
        assert.deepStrictEqual<unknown>(window.requests[0], {
          interactionId: "one",
          discriminator: "cancelWalletInteraction",
          metadata: login.metadata
        })
        assert.strictEqual(window.requests[1]?.discriminator, "openPopup")
        assert.isString(window.requests[1]?.interactionId)
      })
    )
  })

  it.effect("counts as missing after 200 ms of silence, and not before", () => {
    const window = new ScriptedWindow()
    window.acknowledges = false
    window.status = undefined
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        yield* pass("200 millis")
        yield* transport.send(interaction("authorizedRequest"), Effect.void)
        const lost = yield* Effect.fork(transport.events)
        yield* pass("199 millis")
        assert.isTrue(yield* isRunning(lost))
        yield* pass("1 millis")
        const event = yield* Fiber.join(lost)
        assert.deepInclude(event, { type: "lost", interactionId: "one" })
        const error = event.type === "lost" ? event.error : undefined
        assert.strictEqual(error?._tag, "missingExtension")
        assert.strictEqual(error?.message, "extension could not be found")
        assert.isFalse(transport.status().isExtensionAvailable)
      })
    )
  })

  it.effect("counts as present when it sends its status without an acknowledgement", () => {
    const window = new ScriptedWindow()
    window.acknowledges = false
    return withExtension(window, (transport) => transport.send(interaction("authorizedRequest"), Effect.void))
  })

  it.effect("refuses immediately when no wallet is linked, sends nothing, and works once one is", () => {
    const window = new ScriptedWindow()
    window.status = { isExtensionAvailable: true, isWalletLinked: false, canHandleSessions: true }
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(transport.send(interaction("authorizedRequest"), Effect.void))
        assert.strictEqual(error._tag, "walletNotLinked")
        assert.strictEqual(window.requests.length, 0)
        let reported = 0
        transport.onStatus(() => reported++)
        window.status = { isExtensionAvailable: true, isWalletLinked: true, canHandleSessions: true }
        window.announce()
        assert.strictEqual(reported, 1)
        assert.isTrue(transport.status().isWalletLinked)
        yield* transport.send(interaction("authorizedRequest", "two"), Effect.void)
        assert.strictEqual(window.requests.length, 1)
      })
    )
  })

  it.effect("gets each request once, however often it sends its status", () => {
    const window = new ScriptedWindow()
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        yield* transport.send(interaction("authorizedRequest"), Effect.void)
        for (let time = 0; time < 5; time++) window.announce()
        yield* settle
        assert.strictEqual(window.requests.length, 1)
      })
    )
  })

  it.effect("passes on progress messages and responses, and ignores everything else", () => {
    const window = new ScriptedWindow()
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        for (const noise of [null, 1, "text", [], {}, { eventType: 7 }, { eventType: "new", interactionId: "i" }]) {
          window.say(noise)
        }
        window.dispatchEvent(new Event(RECEIVE))
        window.say({ eventType: "requestCancelSuccess", interactionId: "i" })
        window.say({ eventType: "receivedByWallet", interactionId: "i" })
        window.say({ interactionId: "i", anything: true })
        assert.deepStrictEqual(yield* transport.events, { type: "receivedByWallet", interactionId: "i" })
        assert.deepStrictEqual(yield* transport.events, {
          type: "response",
          interactionId: "i",
          response: { interactionId: "i", anything: true }
        })
        const more = yield* Effect.timeoutOption(transport.events, "0 millis").pipe(Effect.fork)
        yield* pass("1 millis")
        assert.isTrue(Option.isNone(yield* Fiber.join(more)))
      })
    )
  })

  it.effect("is no longer listened to once the connector is gone", () => {
    const window = new ScriptedWindow()
    return Effect.gen(function* () {
      const transport = yield* Effect.scoped(extensionTransport)
      window.say({ eventType: "receivedByWallet", interactionId: "i" })
      const more = yield* Effect.timeoutOption(transport.events, "0 millis").pipe(Effect.fork)
      yield* pass("1 millis")
      assert.isTrue(Option.isNone(yield* Fiber.join(more)))
    }).pipe(Effect.provide(inWindow(window)))
  })
})
