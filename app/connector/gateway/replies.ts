/** What the gateway answers, as far as anybody here reads it (wallet protocol §6). Unknown keys are ignored. */
import { Schema } from "effect"

export const IntentHash = Schema.NonEmptyString.pipe(Schema.brand("IntentHash"))
export type IntentHash = typeof IntentHash.Type
export const SubintentHash = Schema.NonEmptyString.pipe(Schema.brand("SubintentHash"))
export type SubintentHash = typeof SubintentHash.Type

export const TransactionStatus = Schema.Literal(
  "Unknown",
  "Pending",
  "CommittedSuccess",
  "CommittedFailure",
  "Rejected"
)
export type TransactionStatus = typeof TransactionStatus.Type

const text = Schema.String
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

export const LedgerState = Schema.Struct({
  network: text,
  state_version: Schema.Number,
  proposer_round_timestamp: text,
  epoch: Schema.Number,
  round: Schema.Number
})
export type LedgerState = typeof LedgerState.Type

export const StatusReply = Schema.Struct({ status: TransactionStatus, error_message: maybe(text) })

export const SubintentReply = Schema.Struct({
  subintent_status: Schema.Literal("Unknown", "CommittedSuccess"),
  finalized_at_transaction_intent_hash: maybe(text)
})

/** A typed metadata value: `value` for one, `values` for a list. */
export const TypedValue = Schema.Struct({
  type: text,
  value: Schema.optional(Schema.Unknown),
  values: Schema.optional(Schema.Array(Schema.Unknown))
})
export type TypedValue = typeof TypedValue.Type

export const MetadataItem = Schema.Struct({ key: text, value: Schema.Struct({ typed: TypedValue }) })
export type MetadataItem = typeof MetadataItem.Type

const MetadataItems = Schema.Struct({ items: Schema.Array(MetadataItem), next_cursor: maybe(text) })
export const MetadataReply = MetadataItems

export const KeyHash = Schema.Struct({
  key_hash_type: Schema.Literal("EddsaEd25519", "EcdsaSecp256k1"),
  hash_hex: text.pipe(Schema.pattern(/^[0-9a-f]{58}$/i))
})

/** One entity. What depends on its kind and on the options asked for is passed on as it came. */
export const EntityDetails = Schema.Struct({
  address: text,
  metadata: Schema.optional(MetadataItems),
  explicit_metadata: maybe(MetadataItems),
  fungible_resources: Schema.optional(Schema.Unknown),
  non_fungible_resources: Schema.optional(Schema.Unknown),
  ancestor_identities: Schema.optional(Schema.Unknown),
  details: Schema.optional(Schema.Unknown)
})
export type EntityDetails = typeof EntityDetails.Type
export const EntityDetailsReply = Schema.Struct({ ledger_state: LedgerState, items: Schema.Array(EntityDetails) })
export const EntityKeysReply = Schema.Struct({ items: Schema.Array(EntityDetails) })

/** Amounts are decimal texts with up to 18 places; they never become a number. */
export const FungiblesReply = Schema.Struct({
  ledger_state: LedgerState,
  items: Schema.Array(
    Schema.Struct({ resource_address: text, amount: Schema.optional(text), vaults: Schema.optional(Schema.Unknown) })
  ),
  next_cursor: maybe(text)
})

export const NonFungibleDataReply = Schema.Struct({
  ledger_state: LedgerState,
  non_fungible_ids: Schema.Array(
    Schema.Struct({
      non_fungible_id: text,
      is_burned: Schema.Boolean,
      data: maybe(Schema.Struct({ raw_hex: text, programmatic_json: Schema.Unknown }))
    })
  )
})

export const SubmitReply = Schema.Struct({ duplicate: Schema.Boolean })

export const CommittedReply = Schema.Struct({
  ledger_state: LedgerState,
  transaction: Schema.Struct({
    state_version: Schema.Number,
    epoch: Schema.Number,
    round: Schema.Number,
    round_timestamp: text,
    transaction_status: text,
    intent_hash: maybe(text),
    fee_paid: maybe(text),
    affected_global_entities: maybe(Schema.Array(text)),
    confirmed_at: maybe(text),
    error_message: maybe(text),
    raw_hex: maybe(text),
    receipt: Schema.optional(Schema.Unknown),
    balance_changes: Schema.optional(Schema.Unknown)
  })
})

export const PreviewReply = Schema.Struct({
  receipt: Schema.optional(Schema.Unknown),
  resource_changes: Schema.optional(Schema.Unknown),
  logs: Schema.optional(Schema.Unknown)
})

export const ConstructionReply = Schema.Struct({ ledger_state: LedgerState })

export const GatewayStatusReply = Schema.Struct({
  ledger_state: LedgerState,
  release_info: Schema.Struct({ release_version: text, open_api_schema_version: text, image_tag: text })
})
export type GatewayStatusReply = typeof GatewayStatusReply.Type
