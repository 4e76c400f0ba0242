/** Types of facts read from the ledger. Amounts are validated decimal texts. */
import { Option } from "effect"
import type { OwnerKey, TypedValue } from "~/connector/index"
import type { ResourceAddress } from "~/effects/base/addresses/addresses"
import type { AmountText, Manifest } from "~/ledger/index"
import type { LedgerTime } from "./LedgerTime"
import type { DetailsOf, IntentStatus } from "./replies"

/** Every fact has the time at which it was true. */
export interface Timed {
  readonly time: LedgerTime
}

/** The last version before a moment, in Unix milliseconds. */
export interface BeforeMoment {
  readonly before: number
}
/** A version of the ledger; now if absent. */
export type AtVersion = number | BeforeMoment | undefined

export interface LedgerNow extends Timed {
  readonly epoch: number
}

/** State of a transaction. A client may have named the `intentHash`; only what is read here counts. */
export interface TransactionState extends Timed {
  readonly intentHash: string
  readonly status: IntentStatus
  /** The state is final: committed, successfully or not, or permanently rejected. */
  readonly isFinal: boolean
  /** Only for committed ones. */
  readonly stateVersion: Option.Option<number>
  readonly error: Option.Option<string>
}

export interface SubintentState extends Timed {
  /** The transaction that contains the subintent, once committed. */
  readonly finalizedBy: Option.Option<{ readonly intentHash: string; readonly stateVersion: number }>
}

export interface FungibleChange {
  readonly entity: string
  readonly resource: string
  /** With a sign. */
  readonly change: AmountText
}
export interface ItemsChange {
  readonly entity: string
  readonly resource: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** One of a transaction's intents: its root, or a subintent. */
export interface CommittedIntent {
  /** `txid_…` or `subtxid_…`, computed from the payload. */
  readonly hash: string
  readonly manifest: Manifest
}

export interface CommittedTransaction {
  readonly intentHash: string
  readonly stateVersion: number
  readonly epoch: number
  /** ISO 8601. */
  readonly at: string
  readonly status: "CommittedSuccess" | "CommittedFailure"
  readonly error: Option.Option<string>
  /** XRD. */
  readonly fee: AmountText
  readonly created: ReadonlyArray<{ readonly type: string; readonly address: string }>
  readonly affected: ReadonlyArray<string>
  readonly fungibleChanges: ReadonlyArray<FungibleChange>
  readonly itemChanges: ReadonlyArray<ItemsChange>
  readonly feeChanges: ReadonlyArray<FungibleChange>
  readonly subintents: ReadonlyArray<string>
  /** The notarized payload in hex. */
  readonly payload: string
  /** Decoded from the payload, root first. None if it contains an instruction that our codec does not know. */
  readonly intents: Option.Option<ReadonlyArray<CommittedIntent>>
}
export interface CommittedDetails extends Timed {
  readonly transaction: CommittedTransaction
}
export interface TransactionPage extends Timed {
  readonly transactions: ReadonlyArray<CommittedTransaction>
  /** Pass it to get the next page; none on the last. */
  readonly cursor: Option.Option<string>
}

export type Metadata = ReadonlyMap<string, TypedValue>

export interface Entity {
  readonly address: string
  /** The first page, and every key that was requested by name. */
  readonly metadata: Metadata
  readonly details: Option.Option<DetailsOf>
}
/** Addresses that the ledger does not know are left out. */
export interface Entities extends Timed {
  readonly byAddress: ReadonlyMap<string, Entity>
}
/** What kind of entity it is, with its state; null if the ledger does not know it or does not say. */
export const detailsIn = ({ byAddress }: Pick<Entities, "byAddress">, address: string): DetailsOf | null =>
  Option.getOrNull(byAddress.get(address)?.details ?? Option.none())
export interface EntityMetadata extends Timed {
  readonly metadata: Metadata
}
export interface OwnerKeys extends Timed {
  /** None: the account was read and names no keys, so its address must derive from the key. */
  readonly keys: Option.Option<ReadonlyArray<OwnerKey>>
}

export interface Resource extends Timed {
  readonly address: ResourceAddress
  readonly isFungible: boolean
  /** 0 to 18; 0 for non-fungibles. */
  readonly divisibility: number
  readonly totalSupply: AmountText
  readonly name: string | null
  readonly symbol: string | null
  readonly iconUrl: string | null
}

/** By account, then by resource; of non-fungibles, their number. Accounts without balances have an empty map. */
export interface Balances extends Timed {
  readonly byAccount: ReadonlyMap<string, ReadonlyMap<ResourceAddress, AmountText>>
}
/** By account; "0" for accounts that hold none. */
export interface BalancesOf extends Timed {
  readonly byAccount: ReadonlyMap<string, AmountText>
}
export interface ItemsHeld extends Timed {
  /** Local IDs, for example `#1#`. */
  readonly ids: ReadonlyArray<string>
}
export interface ItemLocations extends Timed {
  /** By local ID; null if burned. IDs that were never minted are left out. */
  readonly owners: ReadonlyMap<string, string | null>
}
export interface LockerVaults extends Timed {
  readonly vaults: ReadonlyArray<{
    readonly resource: ResourceAddress
    readonly isFungible: boolean
    /** For non-fungibles, their number. */
    readonly amount: AmountText
  }>
}
export interface Holders extends Timed {
  /** Largest first. */
  readonly holders: ReadonlyArray<{ readonly address: string; readonly amount: AmountText }>
}
export interface DepositCheck extends Timed {
  /** True if anyone may deposit all of them. */
  readonly acceptsAll: boolean
  readonly refused: ReadonlyArray<string>
}

export interface Preview {
  readonly status: "Succeeded" | "Failed" | "Rejected"
  readonly error: Option.Option<string>
  /** In XRD; "0" if it was rejected. */
  readonly fee: AmountText
  /** Execution cost units, if the gateway reports them. */
  readonly executionUnits?: number
  /** Null if the gateway does not report them. */
  readonly changes: ReadonlyArray<FungibleChange> | null
}
