/** Messages of the browser extension (docs/connector.md). Pure. */
import { Option } from "effect"
import type { ExtensionMessage } from "../schema/ExtensionMessage"
import type { Metadata, WalletInteraction } from "../schema/WalletInteraction"
import { addressed, extensionMessage } from "../wire/forms"
import { isRecord, jsonCopy, optionReader } from "../wire/read"

const readLifecycle = optionReader(extensionMessage)
const readId = optionReader(addressed)

export type IncomingMessage =
  | ExtensionMessage
  | { readonly eventType: "response"; readonly interactionId: string; readonly response: unknown }

/** A message with an `eventType` is about delivery, any other with an id is a response. None: not for us. */
export const readIncoming = (detail: unknown): Option.Option<IncomingMessage> =>
  Option.flatMap(
    jsonCopy(detail),
    (message): Option.Option<IncomingMessage> =>
      isRecord(message) && "eventType" in message
        ? readLifecycle(message)
        : Option.map(readId(message), ({ interactionId }) => ({
            eventType: "response",
            interactionId,
            response: message
          }))
  )

export const statusPing = (interactionId: string) => ({ interactionId, discriminator: "extensionStatus" })
export const openPopup = (interactionId: string) => ({ interactionId, discriminator: "openPopup" })

/** An extension without support for sessions gets the bare interaction. */
export const requestMessage = (interaction: WalletInteraction, handlesSessions: boolean, sessionId?: string): object =>
  handlesSessions
    ? {
        interactionId: interaction.interactionId,
        discriminator: "walletInteraction",
        interaction,
        ...(sessionId === undefined ? {} : { sessionId })
      }
    : interaction

export const cancelMessage = (interactionId: string, metadata: Metadata, handlesSessions: boolean): object =>
  handlesSessions
    ? { interactionId, discriminator: "cancelWalletInteraction", metadata }
    : { interactionId, metadata, items: { discriminator: "cancelRequest" } }
