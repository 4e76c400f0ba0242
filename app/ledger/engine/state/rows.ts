/**
 * Tables of the local ledger: one table per kind of thing, one row per thing. A row is stored as JSON, so that it can
 * be read as of any version.
 */
import { Schema } from "effect"
import { Rule } from "../auth/Rule"

export const Owner = Schema.Struct({ rule: Rule, updatable: Schema.Boolean })
export type Owner = typeof Owner.Type

/** Role name → rule. A missing role falls back to the owner. */
const Roles = Schema.Record({ key: Schema.String, value: Rule })
export type Roles = typeof Roles.Type

const common = {
  owner: Owner,
  roles: Roles,
  /** Intent hash of the transaction that created it; empty at genesis. */
  createdBy: Schema.String
}

export const DataType = Schema.Literal(
  "Bool", "I8", "I16", "I32", "I64", "I128", "U8", "U16", "U32", "U64", "U128", "String",
  "Decimal", "PreciseDecimal", "NonFungibleLocalId", "Instant", "Url", "Origin", "Bytes", "Any"
) // biome-ignore format: one kind after the other
export type DataType = typeof DataType.Type
export const DataField = Schema.Struct({ name: Schema.String, type: DataType, isMutable: Schema.Boolean })
export type DataField = typeof DataField.Type

export const LocalIdKind = Schema.Literal("string", "integer", "bytes", "ruid")

export const Fungible = Schema.Struct({
  ...common,
  blueprint: Schema.Literal("FungibleResourceManager"),
  divisibility: Schema.Int,
  isTracked: Schema.Boolean,
  supply: Schema.BigInt,
  /** Absent in older rows: nothing is known to be burned. */
  burned: Schema.optional(Schema.BigInt)
})
export const NonFungible = Schema.Struct({
  ...common,
  blueprint: Schema.Literal("NonFungibleResourceManager"),
  idType: LocalIdKind,
  fields: Schema.Array(DataField),
  isTracked: Schema.Boolean,
  supply: Schema.BigInt,
  /** Absent in older rows: nothing is known to be burned. */
  burned: Schema.optional(Schema.BigInt)
})
export const Account = Schema.Struct({
  ...common,
  blueprint: Schema.Literal("Account"),
  /** What others may deposit: everything, nothing, or resources the account already has. */
  deposits: Schema.Literal("accept", "reject", "existing"),
  /** Resource → allowed; overrides `deposits`. */
  preferences: Schema.Record({ key: Schema.String, value: Schema.Boolean }),
  /** `resource` or `resource:id` of badges whose holders may deposit anything. */
  depositors: Schema.Array(Schema.String)
})
export const Locker = Schema.Struct({ ...common, blueprint: Schema.Literal("AccountLocker") })

export const RuleSet = Schema.Struct({ primary: Rule, recovery: Rule, confirmation: Rule })
export type RuleSet = typeof RuleSet.Type
const proposal = { rules: RuleSet, delayMinutes: Schema.optional(Schema.Int) }
/** New rules that one role proposes and another confirms. The delay is part of what is confirmed, and changes nothing. */
export const Proposal = Schema.Struct(proposal)
export type Proposal = typeof Proposal.Type
/** Seconds since 1970; absent without a timer. */
export const Recovery = Schema.Struct({ ...proposal, confirmableFrom: Schema.optional(Schema.Int) })
export type Recovery = typeof Recovery.Type
export const Controller = Schema.Struct({
  ...common,
  blueprint: Schema.Literal("AccessController"),
  resource: Schema.String,
  /** The resource that the network creates with every controller. Absent in older rows. */
  recoveryBadge: Schema.optional(Schema.String),
  /** From a recovery's proposal to its confirmation by anyone; absent: only roles confirm. */
  delayMinutes: Schema.optional(Schema.Int),
  primaryProposal: Schema.optional(Proposal),
  /** Proposed by the recovery role. */
  recovery: Schema.optional(Recovery),
  /** Whether the primary role, or the recovery role, asked to withdraw the controlled asset. */
  isWithdrawing: Schema.Boolean,
  isRecoveryWithdrawing: Schema.optional(Schema.Boolean),
  isPrimaryLocked: Schema.optional(Schema.Boolean)
})
export const Faucet = Schema.Struct({ ...common, blueprint: Schema.Literal("Faucet") })

export const Entity = Schema.Union(Fungible, NonFungible, Account, Locker, Controller, Faucet)
export type Entity = typeof Entity.Type
export type EntityOf<B extends Entity["blueprint"]> = Extract<Entity, { readonly blueprint: B }>
export type ResourceEntity = EntityOf<"FungibleResourceManager"> | EntityOf<"NonFungibleResourceManager">

/** The value as hex of its SBOR payload; null after removal. */
export const Metadata = Schema.Struct({ value: Schema.NullOr(Schema.String), isLocked: Schema.Boolean })

/** Contents of a vault. `ids` only for non-fungibles, whose amount is their number. */
export const Balance = Schema.Struct({ amount: Schema.BigInt, ids: Schema.optional(Schema.Array(Schema.String)) })
export type Balance = typeof Balance.Type

export const Vault = Schema.Struct({ holder: Schema.String, resource: Schema.String })

/** One non-fungible: its data as hex of an SBOR payload, and the holder of its vault; null once burned. */
export const Item = Schema.Struct({ data: Schema.String, holder: Schema.NullOr(Schema.String) })

/** A finalized subintent, or an intent that was committed as success or failure. */
export const Finalized = Schema.Struct({ intentHash: Schema.String, version: Schema.Int })

export interface RowTypes {
  /** by address */
  readonly entity: Entity
  /** by `address/key` */
  readonly metadata: typeof Metadata.Type
  /** by `holder/resource`; for what a locker stores for an account, the holder is `locker/account` */
  readonly balance: Balance
  /** by `resource/id` */
  readonly item: typeof Item.Type
  /** by address, `internal_vault_…`: its holder and resource */
  readonly vault: typeof Vault.Type
  /** by hash, `subtxid_…` */
  readonly subintent: typeof Finalized.Type
  /** by hash, `txid_…` */
  readonly intent: typeof Finalized.Type
}

export type Table = keyof RowTypes
export type RowOf<T extends Table> = RowTypes[T]

/** Schemas between rows and their JSON. */
export const TABLES: { readonly [T in Table]: Schema.Schema<RowTypes[T], string> } = {
  entity: Schema.parseJson(Entity),
  metadata: Schema.parseJson(Metadata),
  balance: Schema.parseJson(Balance),
  item: Schema.parseJson(Item),
  vault: Schema.parseJson(Vault),
  subintent: Schema.parseJson(Finalized),
  intent: Schema.parseJson(Finalized)
}

export const isTable = (name: string): name is Table => Object.hasOwn(TABLES, name)

export const rowKey = (table: Table, id: string): string => `${table}/${id}`
