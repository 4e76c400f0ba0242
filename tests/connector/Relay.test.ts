import { createPublicKey, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { blake2b } from "@noble/hashes/blake2.js"
import { Effect, Fiber, Layer, Option } from "effect"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import { Crypto } from "~/connector/Crypto"
import { FailedToFetch } from "~/connector/Errors"
import { Gateway } from "~/connector/Gateway"
import { Http, type HttpRequest } from "~/connector/Http"
import { WalletOnPorts } from "~/connector/layers"
import { Page } from "~/connector/Page"
import { layerPageScript } from "~/connector/pageScript"
import { fromHex, toHex } from "~/connector/pure/hex"
import { interactionMessage } from "~/connector/pure/interactionMessage"
import { joinBox } from "~/connector/pure/sealedBox"
import { IdentitiesStore, RelayInboxStore, SessionsStore, StateStore, Storage } from "~/connector/Storage"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Transport } from "~/connector/Transport"
import { Wallet } from "~/connector/Wallet"
import { connect, only } from "./wallet"
import { approve, DAPP, isRunning, options, pass, persona, refuse, settle } from "./world"

const bytes = (hex: string) => Option.getOrThrow(fromHex(hex))

/** A phone with a wallet, the relay between, and a page on it. */
class Phone {
  readonly links: Array<URL> = []
  readonly asked: Array<HttpRequest> = []
  isVisible = true
  isOffline = false
  mailbox: Array<unknown> = []
  comeBack = () => {}

  readonly page = layerPageScript({
    isMobile: true,
    isVisible: () => this.isVisible,
    onReturn: (listener) => {
      this.comeBack = listener
      return () => {}
    },
    onOpen: (link) => void this.links.push(new URL(link))
  })
  readonly http = Layer.succeed(Http, {
    post: (request) =>
      Effect.suspend(() => {
        this.asked.push(request)
        if (this.isOffline) return new FailedToFetch({})
        // The relay forgets what it hands out.
        const text = JSON.stringify(this.mailbox)
        this.mailbox = []
        return Effect.succeed({ status: 200, text })
      })
  })

  get link() {
    const link = this.links.at(-1)
    assert.isDefined(link)
    return (name: string) => link?.searchParams.get(name) ?? ""
  }
  get interaction(): WalletInteraction {
    return JSON.parse(Buffer.from(this.link("request"), "base64url").toString("utf8"))
  }
  /** Puts an answer into the mailbox, sealed for the page. */
  answer(answer: object) {
    return Effect.gen(this, function* () {
      const crypto = yield* Crypto
      const secret = yield* crypto.randomBytes(32)
      const key = yield* crypto.sharedKey(secret, bytes(this.link("publicKey")), new TextEncoder().encode(DAPP))
      const iv = yield* crypto.randomBytes(12)
      const sealed = yield* crypto.seal(key, iv, new TextEncoder().encode(JSON.stringify(answer)))
      this.mailbox.push({
        sessionId: this.link("sessionId"),
        publicKey: toHex((yield* crypto.publicKeys(secret)).x25519),
        data: toHex(joinBox({ iv, sealed }))
      })
    }).pipe(Effect.provide(Crypto.layer))
  }
}

const onPhone = (phone: Phone, place: Place = memoryPlace()) =>
  WalletOnPorts.pipe(
    Layer.provideMerge(Transport.layer),
    Layer.provideMerge(
      Layer.mergeAll(Gateway.layerScript(), Crypto.layer, phone.http, phone.page, Storage.layerPlace(place))
    ),
    Layer.provideMerge(Layer.sync(ConnectorConfig, () => toConfig(options(), "https://dapp.example")))
  )
/** Until the page has sent the phone to its wallet: the relay's code is loaded first. */
const opened = (phone: Phone, links = 1) =>
  Effect.gen(function* () {
    while (phone.links.length < links) yield* settle
    yield* settle
  })
const send = Effect.flatMap(Wallet, (wallet) => wallet.sendTransaction({ transactionManifest: "m" }))

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

  it.effect("hears the wallet's answer through the relay, asking without a header", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      yield* phone.answer(approve(phone.interaction))
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

  it.effect("hears a refusal the same way", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone)
      yield* phone.answer(refuse(phone.interaction))
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "rejectedByUser")
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("reads the relay every 1.5 s while it waits, at once on return, and not at all otherwise", () => {
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
      yield* phone.answer(approve(phone.interaction))
      phone.comeBack()
      yield* Fiber.join(fiber)
      const done = phone.asked.length
      yield* pass("1 minutes")
      assert.isAtMost(phone.asked.length, done + 1)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("rides out a relay that cannot be reached", () => {
    const phone = new Phone()
    phone.isOffline = true
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      yield* pass("1500 millis")
      yield* pass("1500 millis")
      assert.isTrue(yield* isRunning(fiber))
      phone.isOffline = false
      yield* phone.answer(approve(phone.interaction))
      yield* pass("1500 millis")
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("opens the good answers of a batch whatever else is in it", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(connect)
      yield* opened(phone)
      phone.mailbox.push(null, 7, {}, { sessionId: "s", publicKey: "zz", data: "00" })
      phone.mailbox.push({ sessionId: "s", publicKey: "ab".repeat(32), data: "cd".repeat(60) })
      phone.mailbox.push({ sessionId: "s", error: "somethingElse" })
      yield* phone.answer({ discriminator: "success", interactionId: "a stranger's", items: {} })
      yield* phone.answer(approve(phone.interaction))
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).persona?.label, persona.label)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect.each([
    [
      "an undecryptable answer",
      { publicKey: "09".repeat(32), data: "cd".repeat(60) },
      "FailedToDecryptWalletResponseData"
    ],
    ["an answer shorter than any", { publicKey: "09".repeat(32), data: "cd" }, "FailedToDecryptWalletResponseData"],
    ["a key that is none", { publicKey: "zz", data: "cd".repeat(60) }, "FailedToDeriveSharedSecret"],
    ["the relay's own error", { error: "expired" }, "RadixConnectRelayRequestFailed"]
  ] as const)("ends its one request when it gets %s", ([_, item, code]) => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone)
      phone.mailbox.push({ sessionId: phone.link("sessionId"), ...item })
      yield* pass("1500 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, code)
      assert.strictEqual((yield* only).error, code)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("ends none of several requests for an answer that names none", () => {
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

  it.effect("makes both anew when one is lost: the wallet would refuse the rest for ever", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const storage = yield* Storage
      yield* Effect.fork(Effect.ignore(connect))
      yield* opened(phone)
      const first = phone.link("sessionId")
      yield* storage.clear(IdentitiesStore)
      yield* Effect.fork(Effect.ignore(connect))
      yield* opened(phone, 2)
      assert.notStrictEqual(phone.link("sessionId"), first)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("no longer offers to cancel a transaction it left with, and can ignore it", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const fiber = yield* Effect.fork(Effect.flip(send))
      yield* opened(phone)
      const { interactionId, showCancel } = yield* only
      assert.isFalse(showCancel)
      yield* wallet.ignore(interactionId)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "canceledByUser")
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("can cancel a login; what the wallet answers later is left alone", () => {
    const phone = new Phone()
    return Effect.gen(function* () {
      const wallet = yield* Wallet
      const fiber = yield* Effect.fork(Effect.flip(connect))
      yield* opened(phone)
      yield* wallet.cancel((yield* only).interactionId)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "canceledByUser")
      yield* phone.answer(approve(phone.interaction))
      yield* Effect.fork(Effect.ignore(send))
      yield* opened(phone, 2)
      yield* pass("1500 millis")
      assert.isUndefined((yield* (yield* Storage).get(StateStore)).walletData.persona)
    }).pipe(Effect.provide(onPhone(phone)))
  })

  it.effect("opens after a reload what the page had only stored before it", () => {
    const phone = new Phone()
    const place = memoryPlace()
    return Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.fork(connect)
        yield* opened(phone)
        yield* Fiber.interrupt(fiber)
        yield* phone.answer(approve(phone.interaction))
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

it.effect("a computer has no wallet to open: UnhandledEnvironment", () => {
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
