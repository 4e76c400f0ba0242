import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { EARLY_ANSWERS_SCRIPT, storeEarlyResponses } from "~/connector/WalletHandle"
import { interaction, RECEIVE, ScriptedWindow, withExtension } from "./scripted-window"
import { isRunning, pass } from "./world"

describe("responses that arrive before the connector listens", () => {
  it("are replayed once, in order, except progress messages", () => {
    const page = new EventTarget()
    const say = (detail: unknown) => page.dispatchEvent(new CustomEvent(RECEIVE, { detail }))
    const sayAgain = storeEarlyResponses(page)
    say({ interactionId: "one", discriminator: "success" })
    say({ eventType: "extensionStatus", isWalletLinked: true })
    for (const nothing of [null, undefined, 7, "text"]) say(nothing)
    say({ interactionId: "two", discriminator: "failure" })

    const heard: Array<unknown> = []
    page.addEventListener(RECEIVE, (event) => heard.push(event instanceof CustomEvent ? event.detail.interactionId : 0))
    sayAgain()
    assert.deepStrictEqual(heard, ["one", "two"])
    sayAgain()
    assert.lengthOf(heard, 2)
  })

  it("are stored by the inline script before any module has run", () => {
    const page = new EventTarget()
    const scope = {
      window: page,
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page)
    }
    // React writes it into the page as text.
    assert.notMatch(EARLY_ANSWERS_SCRIPT, /[&<>"']/)
    runInNewContext(EARLY_ANSWERS_SCRIPT, scope)
    const say = (detail: unknown) => page.dispatchEvent(new CustomEvent(RECEIVE, { detail }))
    for (const nothing of [null, undefined, 7, "text"]) say(nothing)
    for (let n = 0; n < 30; n++) say({ eventType: "extensionStatus", isWalletLinked: true })
    say({ interactionId: "before", discriminator: "success" })
    const sayAgain = storeEarlyResponses(page)
    say({ interactionId: "after", discriminator: "success" })

    const heard: Array<unknown> = []
    page.addEventListener(RECEIVE, (event) => heard.push(event instanceof CustomEvent ? event.detail.interactionId : 0))
    sayAgain()
    assert.deepStrictEqual(heard, ["before", "after"])
  })

  it("are limited in number", () => {
    const page = new EventTarget()
    const sayAgain = storeEarlyResponses(page)
    for (let n = 0; n < 100; n++) page.dispatchEvent(new CustomEvent(RECEIVE, { detail: { interactionId: String(n) } }))
    let heard = 0
    page.addEventListener(RECEIVE, () => {
      heard += 1
    })
    sayAgain()
    assert.strictEqual(heard, 20)
  })
})

describe("an extension with a slow start", () => {
  it.effect("counts as present when it acknowledges, though its worker sends no status yet", () => {
    const window = new ScriptedWindow()
    window.status = undefined
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        assert.isTrue(transport.status().isExtensionAvailable)
        assert.isFalse(transport.isReady())
        const fiber = yield* Effect.fork(transport.send(interaction("authorizedRequest"), Effect.void))
        yield* pass("1200 millis")
        yield* Fiber.join(fiber)
        assert.strictEqual(window.requests.length, 1)
        assert.isTrue(transport.isReady())
      })
    )
  })

  it.effect("gets a request in the form it supports when its worker starts slowly", () => {
    const window = new ScriptedWindow()
    const status = window.status
    window.status = undefined
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(transport.send(interaction("authorizedRequest"), Effect.void))
        yield* pass("900 millis")
        assert.isTrue(yield* isRunning(fiber))
        window.status = status
        window.announce()
        yield* Fiber.join(fiber)
        assert.deepInclude({ ...window.requests[0] }, { discriminator: "walletInteraction", interactionId: "one" })
        assert.isString(window.requests[0]?.sessionId)
      })
    )
  })

  it.effect("reports a request that it turns out to have lost", () => {
    const window = new ScriptedWindow()
    window.status = undefined
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        yield* pass("1200 millis")
        yield* transport.send(interaction("authorizedRequest"), Effect.void)
        window.status = { isExtensionAvailable: true, isWalletLinked: false, canHandleSessions: true }
        window.announce()
        const event = yield* transport.events
        assert.deepInclude(event, { type: "lost", interactionId: "one" })
        assert.strictEqual(event.type === "lost" ? event.error._tag : "", "walletNotLinked")
      })
    )
  })

  it.effect("is found when it arrives after the page", () => {
    const window = new ScriptedWindow()
    window.acknowledges = false
    const status = window.status
    window.status = undefined
    return withExtension(window, (transport) =>
      Effect.gen(function* () {
        yield* pass("1 seconds")
        assert.isFalse(transport.status().isExtensionAvailable)
        window.status = status
        window.announce()
        assert.deepStrictEqual(transport.status(), { isExtensionAvailable: true, isWalletLinked: true })
      })
    )
  })
})
