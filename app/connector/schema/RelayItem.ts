/** One message of the relay's mailbox (docs/connector.md). Hex. */
import { Schema } from "effect"

export const RelayItem = Schema.Union(
  Schema.Struct({ publicKey: Schema.String, data: Schema.String }),
  Schema.Struct({ error: Schema.String })
)
export type RelayItem = typeof RelayItem.Type
