/** Schemas of gateway replies that wallets do not need (docs/connector.md). Unknown keys are ignored. */
import { Schema } from "effect"
import { MetadataItems, maybeNull } from "./walletReplies"

const text = Schema.String

export const LedgerState = Schema.Struct({
  network: text,
  state_version: Schema.Number,
  proposer_round_timestamp: text,
  epoch: Schema.Number,
  round: Schema.Number
})
export type LedgerState = typeof LedgerState.Type

export const KeyHash = Schema.Struct({
  key_hash_type: Schema.Literal("EddsaEd25519", "EcdsaSecp256k1"),
  hash_hex: text.pipe(Schema.pattern(/^[0-9a-f]{58}$/i))
})

/** One entity. Fields that depend on its kind and on the requested options are passed through unchanged. */
export const EntityDetails = Schema.Struct({
  address: text,
  metadata: Schema.optional(MetadataItems),
  explicit_metadata: maybeNull(MetadataItems),
  fungible_resources: Schema.optional(Schema.Unknown),
  non_fungible_resources: Schema.optional(Schema.Unknown),
  ancestor_identities: Schema.optional(Schema.Unknown),
  details: Schema.optional(Schema.Unknown)
})
export type EntityDetails = typeof EntityDetails.Type
export const EntityDetailsReply = Schema.Struct({ ledger_state: LedgerState, items: Schema.Array(EntityDetails) })
export const EntityKeysReply = Schema.Struct({ items: Schema.Array(EntityDetails) })

/** Amounts are decimal strings with up to 18 places; they are never converted to numbers. */
export const FungiblesReply = Schema.Struct({
  ledger_state: LedgerState,
  items: Schema.Array(
    Schema.Struct({ resource_address: text, amount: Schema.optional(text), vaults: Schema.optional(Schema.Unknown) })
  ),
  next_cursor: maybeNull(text)
})

export const NonFungibleDataReply = Schema.Struct({
  ledger_state: LedgerState,
  non_fungible_ids: Schema.Array(
    Schema.Struct({
      non_fungible_id: text,
      is_burned: Schema.Boolean,
      data: maybeNull(Schema.Struct({ raw_hex: text, programmatic_json: Schema.Unknown }))
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
    intent_hash: maybeNull(text),
    fee_paid: maybeNull(text),
    affected_global_entities: maybeNull(Schema.Array(text)),
    confirmed_at: maybeNull(text),
    error_message: maybeNull(text),
    raw_hex: maybeNull(text),
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
