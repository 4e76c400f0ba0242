/**
 * Transport: sends requests to the wallet and receives responses, through the browser extension on a computer, or deep
 * link and relay on a phone.
 *
 * A port. Callers pass an interaction and receive `events`; they never see window events, links or the relay. Exactly
 * one transport is active; the relay's code is loaded only where it is used.
 */
import { Context, Deferred, Effect, Layer, type Scope } from "effect"
import type { ConnectorConfig } from "./ConnectorConfig"
import type { Crypto } from "./Crypto"
import { SupportedTransportNotFound } from "./Errors"
import type { Http } from "./Http"
import { makeMailbox } from "./mailbox"
import { Page } from "./Page"
import type { Storage } from "./Storage"
import { extensionTransport } from "./transport/Extension"
import type { TransportEvent, TransportShape } from "./transport/shape"

type Needs = ConnectorConfig | Crypto | Http | Page | Storage | Scope.Scope

/** The relay once its code is loaded; requests wait until then. If loading fails, there is no transport. */
const relayWhenLoaded: Effect.Effect<TransportShape, never, Needs> = Effect.gen(function* () {
  const events = makeMailbox<TransportEvent>()
  const loaded = yield* Deferred.make<TransportShape, SupportedTransportNotFound>()
  const listeners = new Set<() => void>()
  let active: TransportShape | undefined
  yield* Effect.tryPromise({
    try: () => import("./transport/Relay"),
    catch: (cause) => new SupportedTransportNotFound({ cause })
  }).pipe(
    Effect.flatMap(({ relayTransport }) => relayTransport(events)),
    Effect.tap((relay) =>
      Effect.sync(() => {
        active = relay
        relay.onStatus(() => {
          for (const listener of listeners) listener()
        })
      })
    ),
    Effect.intoDeferred(loaded),
    Effect.forkScoped
  )
  const whenLoaded = (use: (relay: TransportShape) => Effect.Effect<void>) => Effect.ignore(Effect.flatMap(loaded, use))
  return {
    send: (interaction, leaving) => Effect.flatMap(loaded, (relay) => relay.send(interaction, leaving)),
    cancel: (interaction) => whenLoaded((relay) => relay.cancel(interaction)),
    showQrCode: whenLoaded((relay) => relay.showQrCode),
    forget: whenLoaded((relay) => relay.forget),
    isReady: () => false,
    status: () => ({ isExtensionAvailable: false, isWalletLinked: false }),
    walletLink: (interactionId) => active?.walletLink(interactionId),
    onStatus: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    events: events.take
  }
})

export class Transport extends Context.Tag("connector/Transport")<Transport, TransportShape>() {
  static readonly layer: Layer.Layer<Transport, never, Exclude<Needs, Scope.Scope>> = Layer.scoped(
    Transport,
    Effect.flatMap(Page, (page) => (page.isMobile ? relayWhenLoaded : extensionTransport))
  )
}
