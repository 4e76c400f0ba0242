/** Types of the port `Transport`. */
import type { Effect } from "effect"
import type { ConnectorError } from "../Errors"
import type { WalletInteraction } from "../schema/WalletInteraction"

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
