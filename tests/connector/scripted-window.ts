/** A window with a browser extension in it, and the extension transport over it. */
import { Effect, Layer } from "effect"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import { Crypto } from "~/connector/Crypto"
import { layerPageScript } from "~/connector/pageScript"
import { Storage } from "~/connector/Storage"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { extensionTransport } from "~/connector/transport/Extension"
import { DAPP, options, settle } from "./world"

export const SEND = "radix#chromeExtension#send"
export const RECEIVE = "radix#chromeExtension#receive"

interface Said {
  readonly interactionId?: string
  readonly discriminator?: string
  readonly sessionId?: string
  readonly interaction?: WalletInteraction
  readonly items?: { readonly discriminator: string }
}

/** A window with an extension in it, which behaves as the test sets it. */
export class ScriptedWindow extends EventTarget {
  readonly said: Array<Said> = []
  acknowledges = true
  status: object | undefined = { isExtensionAvailable: true, isWalletLinked: true, canHandleSessions: true }
  constructor() {
    super()
    this.addEventListener(SEND, (event) => {
      const message: Said = event instanceof CustomEvent ? event.detail : {}
      this.said.push(message)
      if (this.acknowledges) this.say({ eventType: "receivedByExtension", interactionId: message.interactionId })
      if (message.discriminator === "extensionStatus" && this.status !== undefined) this.announce()
    })
  }
  say(detail: unknown) {
    this.dispatchEvent(new CustomEvent(RECEIVE, { detail }))
  }
  announce() {
    this.say({ eventType: "extensionStatus", ...this.status })
  }
  get requests() {
    return this.said.filter(({ discriminator }) => discriminator !== "extensionStatus")
  }
}

export const interaction = (kind: "authorizedRequest" | "transaction", interactionId = "one"): WalletInteraction => ({
  interactionId,
  metadata: { version: 2, networkId: 2, dAppDefinitionAddress: DAPP, origin: "https://dapp.example" },
  items:
    kind === "transaction"
      ? { discriminator: kind, send: { transactionManifest: "m", version: 1 } }
      : { discriminator: kind, auth: { discriminator: "loginWithoutChallenge" } }
})

export const inWindow = (window: ScriptedWindow) =>
  Layer.mergeAll(
    layerPageScript({ target: window }),
    Storage.layerMemory.pipe(
      Layer.provide(Layer.sync(ConnectorConfig, () => toConfig(options(), "https://dapp.example")))
    ),
    Crypto.layer
  )
export const withExtension = <A, E>(
  window: ScriptedWindow,
  test: (transport: Effect.Effect.Success<typeof extensionTransport>, storage: Storage["Type"]) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const transport = yield* extensionTransport
    yield* settle
    return yield* test(transport, storage)
  }).pipe(Effect.scoped, Effect.provide(inWindow(window)))
