/** Types of the two ports `WalletGateway` and `Gateway`. */
import type { Effect, Either, Option, Schema } from "effect"
import type { GatewayError } from "../Errors"
import type { OwnerKey } from "./readOwnerKeys"
import type * as Reply from "./replies"
import type { IntentHash, MetadataItem, SubintentHash } from "./walletReplies"

export type GatewayResult<A> = Effect.Effect<A, GatewayError>
/** Sends one request and parses its response. */
export type Post = <A>(
  path: string,
  body: object,
  read: (json: unknown) => Either.Either<A, unknown>
) => GatewayResult<A>

export interface SubintentStatus {
  readonly status: "Unknown" | "CommittedSuccess"
  /** Hash of the transaction that committed it. */
  readonly parentTransactionIntentHash: Option.Option<string>
}

export interface TransactionReading {
  /** The gateway's status. Only those of `FinalStatus` end the polling. */
  readonly status: string
  /** The ledger's error message; for a transaction that is not final it does not mean that it will fail. */
  readonly reason?: string
}

export interface WalletGatewayShape {
  readonly transactionStatus: (intentHash: IntentHash) => GatewayResult<TransactionReading>
  readonly subintentStatus: (subintentHash: SubintentHash) => GatewayResult<SubintentStatus>
  /** `name` on the first page of its metadata; "Unnamed dApp" if there is no name that is a string. */
  readonly dAppName: (address: string) => GatewayResult<string>
}

export type Ask = <A, I>(path: string, body: object, reply: Schema.Schema<A, I>) => GatewayResult<A>
type ReplyOf<S extends { readonly Type: unknown }> = S["Type"]

/** Owner keys of some addresses, and the state version of the ledger at which they were read. */
export interface OwnersReading {
  readonly stateVersion: number
  /** Network and ledger time of the reading; absent if a script does not provide them. */
  readonly network?: string
  readonly at?: string
  readonly keys: ReadonlyArray<Either.Either<Option.Option<ReadonlyArray<OwnerKey>>, GatewayError>>
}

export interface GatewayShape extends WalletGatewayShape {
  /** All metadata of an entity, from all pages. */
  readonly entityMetadata: (address: string) => GatewayResult<ReadonlyArray<MetadataItem>>
  /**
   * Hashes of the keys that own an account or persona. None: the ledger was read and the entity has no `owner_keys`. A
   * response that cannot be understood fails and is never None, because the caller would then trust the address alone.
   */
  readonly ownerKeys: (address: string) => GatewayResult<Option.Option<ReadonlyArray<OwnerKey>>>
  /**
   * The same for at most 20 addresses in one call, in their order. One that the ledger does not know may make the whole
   * call fail.
   */
  readonly ownerKeysOf: (addresses: ReadonlyArray<string>) => GatewayResult<OwnersReading>
  readonly status: () => GatewayResult<Reply.GatewayStatusReply>
  /**
   * At most 20 addresses. `options` as in the gateway's own request: `opt_ins`, `aggregation_level`, `at_ledger_state`.
   */
  readonly entityDetails: (
    addresses: ReadonlyArray<string>,
    options?: object
  ) => GatewayResult<ReplyOf<typeof Reply.EntityDetailsReply>>
  /** One page; `cursor` and `limit_per_page` go into `options`. */
  readonly entityFungibles: (address: string, options?: object) => GatewayResult<ReplyOf<typeof Reply.FungiblesReply>>
  /** At most 100 ids. */
  readonly nonFungibleData: (
    resourceAddress: string,
    ids: ReadonlyArray<string>,
    options?: object
  ) => GatewayResult<ReplyOf<typeof Reply.NonFungibleDataReply>>
  readonly committedDetails: (
    intentHash: IntentHash,
    options?: object
  ) => GatewayResult<ReplyOf<typeof Reply.CommittedReply>>
  /** Submits a signed transaction; true if the network already had it. */
  readonly submit: (notarizedTransactionHex: string) => GatewayResult<boolean>
  /** Previews a transaction without committing it; the request is the gateway's own. */
  readonly preview: (request: object) => GatewayResult<ReplyOf<typeof Reply.PreviewReply>>
  /** Current ledger state, whose epoch a new transaction starts from. */
  readonly construction: () => GatewayResult<Reply.LedgerState>
  /** Any other path, with the caller's schema for the reply. For servers, which read more than wallets do. */
  readonly ask: Ask
}

/**
 * State of a scripted gateway. Statuses are returned in order, and the last one repeats; missing entries give a 404.
 */
export interface GatewayScript {
  readonly transactions?: ReadonlyArray<TransactionReading["status"] | TransactionReading | GatewayError>
  readonly subintents?: ReadonlyArray<SubintentStatus | GatewayError>
  readonly names?: Readonly<Record<string, string>>
  readonly ownerKeys?: Readonly<Record<string, ReadonlyArray<OwnerKey>>>
  /** State version of these readings; 1 by default. */
  readonly stateVersion?: number
  readonly methods?: Partial<GatewayShape>
}
