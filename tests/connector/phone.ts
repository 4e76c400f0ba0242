import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import { Crypto } from "~/connector/Crypto"
import { FailedToFetch } from "~/connector/Errors"
import type { GatewayScript } from "~/connector/gateway/shape"
import { Http, type HttpRequest } from "~/connector/Http"
import { WalletOnPorts } from "~/connector/layers"
import { layerPageScript } from "~/connector/pageScript"
import { fromHex, toHex } from "~/connector/pure/hex"
import { joinBox } from "~/connector/pure/sealedBox"
import { Storage } from "~/connector/Storage"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Transport } from "~/connector/Transport"
import { Wallet } from "~/connector/Wallet"
import { WalletGateway } from "~/connector/WalletGateway"
import { DAPP, options, settle } from "./world"

export const bytes = (hex: string) => Option.getOrThrow(fromHex(hex))

/** A phone with a wallet, a relay between them, and a page on it. */
export class Phone {
  readonly links: Array<URL> = []
  readonly asked: Array<HttpRequest> = []
  isVisible = true
  isOffline = false
  mailbox: Array<unknown> = []
  /** The relay's response, in place of the mailbox's contents. */
  says: string | undefined
  comeBack = () => {}
  leave = () => {}

  readonly page = layerPageScript({
    isMobile: true,
    isVisible: () => this.isVisible,
    onReturn: (listener) => {
      this.comeBack = listener
      return () => {}
    },
    onLeave: (listener) => {
      this.leave = listener
      return () => {}
    },
    onOpen: (link) => void this.links.push(new URL(link))
  })
  readonly http = Layer.succeed(Http, {
    post: (request) =>
      Effect.suspend(() => {
        this.asked.push(request)
        if (this.isOffline) return new FailedToFetch({})
        if (this.says !== undefined) return Effect.succeed({ status: 200, text: this.says })
        // The relay deletes what it delivers.
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
  /** All interactions it received, oldest first. */
  get interactions(): ReadonlyArray<WalletInteraction> {
    return this.links.map((link) =>
      JSON.parse(Buffer.from(link.searchParams.get("request") ?? "", "base64url").toString("utf8"))
    )
  }
  get interaction(): WalletInteraction {
    const last = this.interactions.at(-1)
    if (last === undefined) throw new Error("the phone was asked nothing")
    return last
  }
  /** Puts a response into the mailbox, encrypted for the page. */
  respond(response: object) {
    return Effect.gen(this, function* () {
      const crypto = yield* Crypto
      const secret = yield* crypto.randomBytes(32)
      const key = yield* crypto.sharedKey(secret, bytes(this.link("publicKey")), new TextEncoder().encode(DAPP))
      const iv = yield* crypto.randomBytes(12)
      const sealed = yield* crypto.seal(key, iv, new TextEncoder().encode(JSON.stringify(response)))
      this.mailbox.push({
        sessionId: this.link("sessionId"),
        publicKey: toHex((yield* crypto.publicKeys(secret)).x25519),
        data: toHex(joinBox({ iv, sealed }))
      })
    }).pipe(Effect.provide(Crypto.layer))
  }
}

export const onPhone = (phone: Phone, place: Place = memoryPlace(), gateway: GatewayScript = {}) =>
  WalletOnPorts.pipe(
    Layer.provideMerge(Transport.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        WalletGateway.layerScript(gateway),
        Crypto.layer,
        phone.http,
        phone.page,
        Storage.layerPlace(place)
      )
    ),
    Layer.provideMerge(Layer.sync(ConnectorConfig, () => toConfig(options(), "https://dapp.example")))
  )
/** Until the page has sent the phone to its wallet: the relay's code is loaded first. */
export const opened = (phone: Phone, links = 1) =>
  Effect.gen(function* () {
    while (phone.links.length < links) yield* settle
    yield* settle
  })
export const send = Effect.flatMap(Wallet, (wallet) => wallet.sendTransaction({ transactionManifest: "m" }))
