/**
 * Transport: the way to the wallet and back. The browser extension on a computer, deep link and relay on a phone.
 *
 * A port. Callers hand over an interaction and hear of it in `events`; they never see window events, links or the
 * relay. Exactly one transport is active; the relay's code is loaded only where it is used.
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
  /** As it came; nobody has looked at it yet. */
  | { readonly type: "response"; readonly interactionId: string; readonly response: unknown }
  | { readonly type: "receivedByWallet"; readonly interactionId: string }
  /** Something came for it that nobody can read. A good answer may still come. */
  | { readonly type: "unreadable"; readonly interactionId: string; readonly error: ConnectorError }
  /** The request is lost, and nobody else will say so. */
  | { readonly type: "lost"; readonly interactionId: string; readonly error: ConnectorError }

export interface TransportStatus {
  readonly isExtensionAvailable: boolean
  readonly isWalletLinked: boolean
}

/** A link that opens the wallet with the same request once more. */
export interface WalletLink {
  readonly href: string
  readonly target: "_self" | "_blank"
}

export interface TransportShape {
  /**
   * Ends when the request is on its way. `leaving` runs right before a phone leaves the page. Fails when the wallet
   * cannot be reached; what only turns out later is told as `lost`.
   */
  readonly send: (interaction: WalletInteraction, leaving: Effect.Effect<void>) => Effect.Effect<void, ConnectorError>
  /** Whether `send` would be over at once: a press then waits for nothing. */
  readonly isReady: () => boolean
  /** Calls a request back, as far as that is possible. Never waits for an answer. */
  readonly cancel: (interaction: WalletInteraction) => Effect.Effect<void>
  readonly showQrCode: Effect.Effect<void>
  /** Ends the session the user disconnects from. */
  readonly forget: Effect.Effect<void>
  readonly status: () => TransportStatus
  /** Of a request whose link was opened while the page has been seen ever since, so that the wallet may not have opened. */
  readonly walletLink: (interactionId: string) => WalletLink | undefined
  /** Told when the status or a wallet link changes. Returns the way out. */
  readonly onStatus: (listener: () => void) => () => void
  /** The next one; for one taker. */
  readonly events: Effect.Effect<TransportEvent>
}

type Needs = ConnectorConfig | Crypto | Http | Page | Storage | Scope.Scope

/** The relay, once its code is here. Until then a request waits; if it never comes, there is no transport. */
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
