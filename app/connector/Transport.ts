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
import { type ConnectorError, SupportedTransportNotFound } from "./Errors"
import type { Http } from "./Http"
import { makeMailbox } from "./mailbox"
import { Page } from "./Page"
import type { Storage } from "./Storage"
import type { WalletInteraction } from "./schema/WalletInteraction"
import { extensionTransport } from "./transport/Extension"

export type TransportEvent =
  /** Raw and unvalidated. */
  | { readonly type: "response"; readonly interactionId: string; readonly response: unknown }
  | { readonly type: "receivedByWallet"; readonly interactionId: string }
  /** A message for the request could not be read. A valid response may still arrive. */
  | { readonly type: "unreadable"; readonly interactionId: string; readonly error: ConnectorError }
  /** The request is lost, and no other event will report it. */
  | { readonly type: "lost"; readonly interactionId: string; readonly error: ConnectorError }

export interface TransportStatus {
  readonly isExtensionAvailable: boolean
  readonly isWalletLinked: boolean
}

/** Link that opens the wallet with the same request again. */
export interface WalletLink {
  readonly href: string
  readonly target: "_self" | "_blank"
}

export interface TransportShape {
  /**
   * Completes when the request has been sent. `leaving` runs right before a phone leaves the page. Fails if the wallet
   * cannot be reached; later failures are reported as `lost`.
   */
  readonly send: (interaction: WalletInteraction, leaving: Effect.Effect<void>) => Effect.Effect<void, ConnectorError>
  /** Whether `send` would complete synchronously, so that it can run within a click. */
  readonly isReady: () => boolean
  /** Cancels a request as far as possible. Never waits for a response. */
  readonly cancel: (interaction: WalletInteraction) => Effect.Effect<void>
  readonly showQrCode: Effect.Effect<void>
  /** Ends the session when the user disconnects. */
  readonly forget: Effect.Effect<void>
  readonly status: () => TransportStatus
  /**
   * Link for a request if the page has stayed visible since its link was opened, so that the wallet may not have
   * opened.
   */
  readonly walletLink: (interactionId: string) => WalletLink | undefined
  /** Called when the status or a wallet link changes. Returns an unsubscribe function. */
  readonly onStatus: (listener: () => void) => () => void
  /** The next event; for a single consumer. */
  readonly events: Effect.Effect<TransportEvent>
}

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
