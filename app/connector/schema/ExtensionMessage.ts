/** What the browser extension says on the way of a request (docs/connector.md, 1.3). */
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

/** Anything that belongs to a request: an answer, good or bad. */
export const Addressed = Schema.Struct({ interactionId: Schema.String })
export type Addressed = typeof Addressed.Type
