/**
 * Schemas of the gateway's replies to the server, in addition to those of the wallet (docs/connector.md,
 * docs/ledger.md).
 */
import { Schema } from "effect"
import { LedgerState, MetadataItems } from "~/connector/index"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"

const text = Schema.String
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))
const texts = Schema.Array(text)
const Page = { next_cursor: maybe(text) }
const AtState = { ledger_state: LedgerState }

export const IntentStatus = Schema.Literal(
  "Unknown",
  "CommittedSuccess",
  "CommittedFailure",
  "CommitPendingOutcomeUnknown",
  "PermanentlyRejected",
  "LikelyButNotCertainRejection",
  "Pending"
)
export type IntentStatus = typeof IntentStatus.Type

export const StatusReply = Schema.Struct({
  ...AtState,
  intent_status: IntentStatus,
  committed_state_version: maybe(Schema.Number),
  error_message: maybe(text)
})
export const SubintentReply = Schema.Struct({
  ...AtState,
  subintent_status: text,
  finalized_at_state_version: maybe(Schema.Number),
  finalized_at_transaction_intent_hash: maybe(text)
})
export const SubmitReply = Schema.Struct({ duplicate: Schema.Boolean })
export const ConstructionReply = Schema.Struct(AtState)

const Change = Schema.Struct({ entity_address: text, resource_address: text, balance_change: AmountText })
export const Transaction = Schema.Struct({
  state_version: Schema.Number,
  epoch: Schema.Number,
  round_timestamp: text,
  transaction_status: text,
  intent_hash: maybe(text),
  fee_paid: maybe(AmountText),
  error_message: maybe(text),
  affected_global_entities: maybe(texts),
  raw_hex: maybe(text),
  receipt: maybe(
    Schema.Struct({
      state_updates: maybe(
        Schema.Struct({
          new_global_entities: maybe(Schema.Array(Schema.Struct({ entity_type: text, entity_address: text })))
        })
      )
    })
  ),
  /** Null for a fresh transaction whose changes the gateway has not computed yet. */
  balance_changes: maybe(
    Schema.Struct({
      fungible_fee_balance_changes: Schema.optionalWith(Schema.Array(Change), { default: () => [] }),
      fungible_balance_changes: Schema.Array(Change),
      non_fungible_balance_changes: Schema.Array(
        Schema.Struct({ entity_address: text, resource_address: text, added: texts, removed: texts })
      )
    })
  ),
  child_subintent_hashes: maybe(texts)
})
export type Transaction = typeof Transaction.Type
export const CommittedReply = Schema.Struct({ ...AtState, transaction: Transaction })
/** Events as raw values; readers decode those they need. */
export const EventsReply = Schema.Struct({
  ...AtState,
  transaction: Schema.Struct({ receipt: Schema.Struct({ events: maybe(Schema.Array(Schema.Unknown)) }) })
})
export const StreamReply = Schema.Struct({ ...AtState, ...Page, items: Schema.Array(Transaction) })

const roles = { role_assignments: Schema.optional(Schema.Unknown) }
/** The part of an entity that depends on its kind. */
export const DetailsOf = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("FungibleResource"),
    divisibility: Schema.Number,
    total_supply: AmountText,
    ...roles
  }),
  Schema.Struct({
    type: Schema.Literal("NonFungibleResource"),
    total_supply: AmountText,
    non_fungible_id_type: text,
    non_fungible_data_mutable_fields: Schema.optional(texts),
    ...roles
  }),
  Schema.Struct({
    type: Schema.Literal("Component"),
    blueprint_name: text,
    two_way_linked_dapp_address: maybe(text),
    state: Schema.optional(Schema.Unknown),
    ...roles
  })
)
export type DetailsOf = typeof DetailsOf.Type

/** `Global`: one amount per resource. */
const Fungible = Schema.Struct({ resource_address: ResourceAddress, amount: AmountText })
/** `Vault`, with the IDs in it. */
const NonFungible = Schema.Struct({
  resource_address: text,
  vaults: maybe(
    Schema.Struct({
      items: Schema.Array(Schema.Struct({ vault_address: text, total_count: Schema.Number, items: maybe(texts) }))
    })
  )
})
const Holdings = Schema.Struct({ items: Schema.Array(Fungible), ...Page })
/** `Global`, of non-fungible resources: how many items of each. */
const Counted = Schema.Struct({ resource_address: ResourceAddress, amount: Schema.Number })
const CountedItems = Schema.Struct({ items: Schema.Array(Counted), ...Page })

export const DetailsReply = Schema.Struct({
  ...AtState,
  items: Schema.Array(
    Schema.Struct({
      address: text,
      metadata: Schema.optional(MetadataItems),
      explicit_metadata: maybe(MetadataItems),
      details: Schema.optional(Schema.Unknown)
    })
  )
})
export const BalancesReply = Schema.Struct({
  ...AtState,
  items: Schema.Array(
    Schema.Struct({
      address: text,
      fungible_resources: maybe(Holdings),
      non_fungible_resources: maybe(CountedItems)
    })
  )
})
export const CountedReply = Schema.Struct({ ...AtState, items: Schema.Array(Counted), ...Page })
export const FungiblesReply = Schema.Struct({ ...AtState, items: Schema.Array(Fungible), ...Page })
export const NonFungiblesReply = Schema.Struct({ ...AtState, items: Schema.Array(NonFungible), ...Page })
export const VaultIdsReply = Schema.Struct({ ...AtState, items: texts, ...Page })
export const MetadataReply = Schema.Struct({ ...AtState, items: MetadataItems.fields.items, ...Page })

export const LocationReply = Schema.Struct({
  ...AtState,
  non_fungible_ids: Schema.Array(
    Schema.Struct({
      non_fungible_id: text,
      is_burned: Schema.Boolean,
      owning_vault_global_ancestor_address: maybe(text)
    })
  )
})
export const LockerVaultsReply = Schema.Struct({
  ...AtState,
  ...Page,
  items: Schema.Array(
    Schema.Struct({
      type: text,
      resource_address: ResourceAddress,
      amount: maybe(AmountText),
      total_count: maybe(Schema.Number)
    })
  )
})
export const HoldersReply = Schema.Struct({
  ...Page,
  items: Schema.Array(
    Schema.Struct({ holder_address: text, amount: maybe(AmountText), non_fungible_ids_count: maybe(Schema.Number) })
  )
})
export const DepositReply = Schema.Struct({
  ...AtState,
  allows_try_deposit_batch: Schema.Boolean,
  resource_specific_behaviour: maybe(
    Schema.Array(Schema.Struct({ resource_address: text, allows_try_deposit: Schema.Boolean }))
  )
})

/** In XRD; absent if a preview was rejected. */
const FeeSummary = Schema.Struct({
  xrd_total_execution_cost: maybe(AmountText),
  xrd_total_finalization_cost: maybe(AmountText),
  xrd_total_royalty_cost: maybe(AmountText),
  xrd_total_storage_cost: maybe(AmountText),
  xrd_total_tipping_cost: maybe(AmountText),
  execution_cost_units_consumed: maybe(Schema.Number)
})

/** Balance changes by instruction. Only previews of version 1 have them. */
export const PreviewChanges = Schema.Array(
  Schema.Struct({
    resource_changes: Schema.Array(
      Schema.Struct({
        resource_address: text,
        component_entity: Schema.Struct({ entity_address: text }),
        amount: AmountText
      })
    )
  })
)
/** Both kinds of previews; the fee comes in parts. */
export const PreviewReply = Schema.Struct({
  receipt: Schema.Struct({
    status: Schema.Literal("Succeeded", "Failed", "Rejected"),
    error_message: maybe(text),
    fee_summary: maybe(FeeSummary)
  }),
  /** Decoded separately (`PreviewChanges`), because a preview is useful even if these cannot be read. */
  resource_changes: Schema.optional(Schema.Unknown)
})
