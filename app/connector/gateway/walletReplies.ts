/** Schemas of gateway replies that wallets need (docs/connector.md). Unknown keys are ignored. */
import { Schema } from "effect"
import { NonEmpty } from "../schema/ruled"

export const IntentHash = NonEmpty.pipe(Schema.brand("IntentHash"))
export type IntentHash = typeof IntentHash.Type
export const SubintentHash = NonEmpty.pipe(Schema.brand("SubintentHash"))
export type SubintentHash = typeof SubintentHash.Type

/** Statuses that end the polling. Any other status, known or unknown, means that nothing is decided yet. */
export type FinalStatus = "CommittedSuccess" | "CommittedFailure" | "Rejected"

const text = Schema.String
export const maybeNull = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

export const StatusReply = Schema.Struct({ status: text, error_message: maybeNull(text) })

export const SubintentReply = Schema.Struct({
  /** `CommittedSuccess`, or a status that means: not yet. */
  subintent_status: text,
  finalized_at_transaction_intent_hash: maybeNull(text)
})

/** A typed metadata value: `value` for a single one, `values` for a list. */
export const TypedValue = Schema.Struct({
  type: text,
  value: Schema.optional(Schema.Unknown),
  values: Schema.optional(Schema.Array(Schema.Unknown))
})
export type TypedValue = typeof TypedValue.Type

export const MetadataItem = Schema.Struct({ key: text, value: Schema.Struct({ typed: TypedValue }) })
export type MetadataItem = typeof MetadataItem.Type

/** One page. */
export const MetadataItems = Schema.Struct({ items: Schema.Array(MetadataItem), next_cursor: maybeNull(text) })
export type MetadataItems = typeof MetadataItems.Type
export type StatusReply = typeof StatusReply.Type
export type SubintentReply = typeof SubintentReply.Type

/** Body of an error response (docs/connector.md); a proxy in front may send anything else. */
export const Refusal = Schema.Struct({
  message: Schema.optional(text),
  details: maybeNull(Schema.Struct({ type: Schema.optional(text) }))
})
export type Refusal = typeof Refusal.Type
