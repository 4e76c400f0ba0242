/**
 * Transport double that answers from a script: `answer` gets each request and returns the response, or undefined to
 * stay silent. For tests, and for pages without a wallet.
 */
import { Effect, Layer } from "effect"
import type { ConnectorError } from "../Errors"
import { makeMailbox } from "../mailbox"
import type { WalletInteraction } from "../schema/WalletInteraction"
import { Transport } from "../Transport"
import type { TransportEvent } from "./shape"

export interface WalletScript {
  readonly respond: (interaction: WalletInteraction) => unknown
  readonly onCancel?: (interaction: WalletInteraction) => void
  readonly onShowQrCode?: () => void
  /** Makes every request fail with this error. */
  readonly refuseToSend?: ConnectorError
}

export const layerScript = (script: WalletScript): Layer.Layer<Transport> =>
  Layer.sync(Transport, () => {
    const events = makeMailbox<TransportEvent>()
    return {
      send: (interaction, leaving) =>
        Effect.gen(function* () {
          yield* leaving
          const { interactionId } = interaction
          if (script.refuseToSend !== undefined) return yield* script.refuseToSend
          events.offer({ type: "receivedByWallet", interactionId })
          const response = script.respond(interaction)
          if (response !== undefined) events.offer({ type: "response", interactionId, response })
        }),
      isReady: () => true,
      cancel: (interaction) => Effect.sync(() => script.onCancel?.(interaction)),
      showQrCode: Effect.sync(() => script.onShowQrCode?.()),
      forget: Effect.void,
      status: () => ({ isExtensionAvailable: true, isWalletLinked: true }),
      walletLink: () => undefined,
      onStatus: () => () => {},
      events: events.take
    }
  })
