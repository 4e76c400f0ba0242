import { createPublicKey, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { blake2b } from "@noble/hashes/blake2.js"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import { Crypto } from "~/connector/Crypto"
import { Page } from "~/connector/Page"
import { layerPageScript } from "~/connector/pageScript"
import { interactionMessage } from "~/connector/pure/interactionMessage"
import { Storage } from "~/connector/Storage"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { RelayInboxStore } from "~/connector/storage/relayStores"
import { bytes, onPhone, opened, Phone } from "./phone"
import { connect, only, snapshot } from "./wallet"
import { approve, DAPP, isRunning, options, pass, persona, refuse, settle } from "./world"

describe("a phone", () => {
  it.effect("is sent to its wallet with a signed link", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      yield* Effect.fork(connect)
      yield* opened(phone)
      const link = phone.links[0]
      assert.strictEqual(link?.protocol, "radixwallet:")
      assert.deepStrictEqual(
        [...(link?.searchParams.keys() ?? [])],
        ["sessionId", "request", "signature", "publicKey", "identity", "origin", "dAppDefinitionAddress"]
      )
      assert.strictEqual(phone.link("origin"), "https://dapp.example")
      assert.strictEqual(phone.link("dAppDefinitionAddress"), DAPP)
      const { interactionId } = phone.interaction
      const hash = blake2b(interactionMessage(interactionId, DAPP, "https://dapp.example"), { dkLen: 32 })
      const identity = createPublicKey({
        key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes(phone.link("identity"))]),
        format: "der",
        type: "spki"
      })
      assert.isTrue(verify(null, hash, identity, bytes(phone.link("signature"))))
      const item = yield* only
      assert.isTrue(item.sentToWallet)
      assert.isTrue(item.showCancel)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("gets the wallet's response through the relay, with a request without headers", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      yield* phone.respond(approve(phone.interaction))
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).persona?.label, persona.label)
      assert.deepStrictEqual(phone.asked[0], {
        url: "https://radix-connect-relay.radixdlt.com/api/v1",
        headers: {},
        body: JSON.stringify({ method: "getResponses", sessionId: phone.link("sessionId") })
      })
      assert.deepStrictEqual(yield* (yield* Storage).get(RelayInboxStore), [])
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("offers the same link once more while the page was never left, and not after that", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      yield* settle
      const links = Effect.map(snapshot, ({ requests }) => requests.map((card) => card.walletLink))
      assert.deepStrictEqual(yield* links, [{ href: phone.links[0]?.href ?? "", target: "_self" }])
      phone.leave()
      yield* settle
      assert.deepStrictEqual(yield* links, [undefined])
      yield* phone.respond(refuse(phone.interaction))
      yield* pass("1500 millis")
      yield* Effect.flip(Fiber.join(fiber))

      // A response ends the offer as well.
      const again = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone, 2)
      yield* settle
      yield* phone.respond(refuse(phone.interaction))
      yield* pass("1500 millis")
      yield* Fiber.join(again)
      assert.deepStrictEqual(yield* links, [undefined, undefined])
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("gets a refusal the same way", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone)
      yield* phone.respond(refuse(phone.interaction))
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "rejectedByUser")
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("reads the relay every 1.5 s while it waits, immediately on return, and not otherwise", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      yield* pass("1 minutes")
      assert.strictEqual(phone.asked.length, 0)
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      assert.strictEqual(phone.asked.length, 1)
      yield* pass("1499 millis")
      assert.strictEqual(phone.asked.length, 1)
      yield* pass("1 millis")
      assert.strictEqual(phone.asked.length, 2)
      phone.isVisible = false
      yield* pass("1500 millis")
      yield* pass("1 minutes")
      assert.strictEqual(phone.asked.length, 2)
      phone.isVisible = true
      phone.comeBack()
      yield* settle
      assert.strictEqual(phone.asked.length, 3)
      yield* phone.respond(approve(phone.interaction))
      phone.comeBack()
      yield* Fiber.join(fiber)
      const done = phone.asked.length
      yield* pass("1 minutes")
      assert.isAtMost(phone.asked.length, done + 1)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("stops reading the relay once the connector is gone, though a request is pending", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const page = yield* Scope.extend(Layer.build(onPhone(phone)), scope)
      yield* Effect.fork(Effect.provide(Effect.ignore(connect), page))
      yield* opened(phone)
      yield* Scope.close(scope, Exit.void)
      const asked = phone.asked.length
      phone.comeBack()
      yield* pass("1 minutes")
      assert.strictEqual(phone.asked.length, asked)
    })
  })

  it.effect("tolerates a relay that cannot be reached", () => {
    const phone = new Phone()
    phone.isOffline = true
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      yield* pass("1500 millis")
      yield* pass("1500 millis")
      assert.isTrue(yield* isRunning(fiber))
      phone.isOffline = false
      yield* phone.respond(approve(phone.interaction))
      yield* pass("1500 millis")
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(onPhone(phone)))
  })
})

it.effect("a request fails with UnhandledEnvironment on a computer, which has no wallet to open", () => {
  const page = layerPageScript({ isMobile: false })
  return Effect.gen(function* () {
    const { relayTransport } = yield* Effect.promise(() => import("~/connector/transport/Relay"))
    const { makeMailbox } = yield* Effect.promise(() => import("~/connector/mailbox"))
    const relay = yield* relayTransport(makeMailbox())
    const interaction: WalletInteraction = {
      interactionId: "i",
      metadata: { version: 2, networkId: 2, dAppDefinitionAddress: DAPP, origin: "o" },
      items: { discriminator: "cancelRequest" }
    }
    const error = yield* Effect.flip(relay.send(interaction, Effect.void))
    assert.strictEqual(error._tag, "UnhandledEnvironment")
    assert.isFalse((yield* Page).isMobile)
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(Crypto.layer, new Phone().http, page, Storage.layerMemory)),
    Effect.provide(Layer.sync(ConnectorConfig, () => toConfig(options(), "https://dapp.example")))
  )
})
