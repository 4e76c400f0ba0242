/** Messages of the browser extension about the delivery of a request (docs/connector.md). */
import { Schema } from "effect"
import { maybe } from "./maybe"

export const ExtensionMessage = Schema.Union(
  Schema.Struct({
    eventType: Schema.Literal("extensionStatus"),
    isExtensionAvailable: maybe(Schema.Boolean),
    isWalletLinked: maybe(Schema.Boolean),
    canHandleSessions: maybe(Schema.Boolean)
  }),
  Schema.Struct({
    eventType: Schema.Literal("receivedByExtension", "receivedByWallet", "requestCancelSuccess", "requestCancelFail"),
    interactionId: Schema.String
  })
)
export type ExtensionMessage = typeof ExtensionMessage.Type

/** Any message about a request, including valid and invalid responses. */
export const Addressed = Schema.Struct({ interactionId: Schema.String })
export type Addressed = typeof Addressed.Type
