/**
 * Gateway: what the ledger says. Transactions, entities, who owns an account, what a dApp is called.
 *
 * A port for servers; what a page's wallet asks is `WalletGateway`. `layer` speaks JSON over `Http`, `layerScript` answers from a
 * script. Every method is one reading; waiting and repeating belong to `awaitTransaction` and `awaitSubintent`.
 */

import { Context, Effect, type Either, Layer, type Option, type Schema } from "effect"
import type { GatewayError } from "./Errors"
import type { GatewayConfig } from "./GatewayConfig"
import { entityMethods } from "./gateway/entities"
import type { OwnerKey } from "./gateway/readOwnerKeys"
import type * as Reply from "./gateway/replies"
import type { IntentHash, MetadataItem } from "./gateway/walletReplies"
import type { Http } from "./Http"
import {
  type Answer,
  gatewayPost,
  type SubintentStatus,
  type TransactionReading,
  type WalletGatewayShape,
  walletReadings
} from "./WalletGateway"

export type Ask = <A, I>(path: string, body: object, reply: Schema.Schema<A, I>) => Answer<A>
type ReplyOf<S extends { readonly Type: unknown }> = S["Type"]

/** Who owned some addresses, and at which state version of the ledger that was read. */
export interface OwnersReading {
  readonly stateVersion: number
  /** Of which network, and the ledger's time then; absent where a script does not say. */
  readonly network?: string
  readonly at?: string
  readonly keys: ReadonlyArray<Either.Either<Option.Option<ReadonlyArray<OwnerKey>>, GatewayError>>
}

export interface GatewayShape extends WalletGatewayShape {
  /** All of an entity's metadata, page after page. */
  readonly entityMetadata: (address: string) => Answer<ReadonlyArray<MetadataItem>>
  /**
   * The hashes of the keys that own an account or persona. None: the ledger was read and holds no `owner_keys`.
   * An answer that cannot be understood is a failure, never None: the caller would then trust the address alone.
   */
  readonly ownerKeys: (address: string) => Answer<Option.Option<ReadonlyArray<OwnerKey>>>
  /** The same for at most 20 of them in one call, in their order. One that the ledger does not know may fail them all. */
  readonly ownerKeysOf: (addresses: ReadonlyArray<string>) => Answer<OwnersReading>
  readonly status: () => Answer<Reply.GatewayStatusReply>
  /** At most 20 addresses. `options` as in the gateway's own request: `opt_ins`, `aggregation_level`, `at_ledger_state`. */
  readonly entityDetails: (
    addresses: ReadonlyArray<string>,
    options?: object
  ) => Answer<ReplyOf<typeof Reply.EntityDetailsReply>>
  /** One page; `cursor` and `limit_per_page` go into `options`. */
  readonly entityFungibles: (address: string, options?: object) => Answer<ReplyOf<typeof Reply.FungiblesReply>>
  /** At most 100 ids. */
  readonly nonFungibleData: (
    resourceAddress: string,
    ids: ReadonlyArray<string>,
    options?: object
  ) => Answer<ReplyOf<typeof Reply.NonFungibleDataReply>>
  readonly committedDetails: (intentHash: IntentHash, options?: object) => Answer<ReplyOf<typeof Reply.CommittedReply>>
  /** Hands over a signed transaction; true when the network already had it. */
  readonly submit: (notarizedTransactionHex: string) => Answer<boolean>
  /** Tries a transaction without committing it; the request as the gateway defines it. */
  readonly preview: (request: object) => Answer<ReplyOf<typeof Reply.PreviewReply>>
  /** Where the ledger stands now: the epoch a new transaction starts from. */
  readonly construction: () => Answer<Reply.LedgerState>
  /** Any other path; the caller brings the shape of the reply. For servers, which read more than wallets do. */
  readonly ask: Ask
}

/** What a scripted gateway knows. Statuses are given in turn, the last one for ever; what is left out is a 404. */
export interface GatewayScript {
  readonly transactions?: ReadonlyArray<TransactionReading["status"] | TransactionReading | GatewayError>
  readonly subintents?: ReadonlyArray<SubintentStatus | GatewayError>
  readonly names?: Readonly<Record<string, string>>
  readonly ownerKeys?: Readonly<Record<string, ReadonlyArray<OwnerKey>>>
  /** At which those were read; 1 where it does not matter. */
  readonly stateVersion?: number
  readonly methods?: Partial<GatewayShape>
}

export class Gateway extends Context.Tag("connector/Gateway")<Gateway, GatewayShape>() {
  static readonly layer: Layer.Layer<Gateway, never, GatewayConfig | Http> = Layer.effect(
    Gateway,
    Effect.map(gatewayPost, (post) => ({ ...walletReadings(post), ...entityMethods(post) }))
  )

  /** For tests, and for a server without a ledger. */
  static readonly layerScript = (script: GatewayScript = {}): Layer.Layer<Gateway> =>
    Layer.effect(
      Gateway,
      Effect.flatMap(
        Effect.promise(() => import("./gateway/script")),
        (code) => code.scripted(script)
      )
    )
}
