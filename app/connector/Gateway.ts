/**
 * Gateway: what the ledger says. Transactions, entities, who owns an account, what a dApp is called.
 *
 * A port, usable in the browser and on the server. `layer` speaks JSON over `Http`, `layerScript` answers from a
 * script. Every method is one reading; waiting and repeating belong to `awaitTransaction` and `awaitSubintent`.
 */

import { Context, Effect, type Either, Layer, Option, type Schema } from "effect"
import { CLIENT_NAME, CLIENT_VERSION, SERVER_CALL_TIMEOUT, UNNAMED_DAPP } from "./Constants"
import { FailedToFetch, type GatewayError } from "./Errors"
import { GatewayConfig } from "./GatewayConfig"
import { dAppNameIn } from "./gateway/dAppName"
import { parseReply } from "./gateway/parseReply"
import type { OwnerKey } from "./gateway/readOwnerKeys"
import type * as Reply from "./gateway/replies"
import type { IntentHash, MetadataItem, SubintentHash } from "./gateway/walletReplies"
import { Http } from "./Http"
import { metadataItems, statusReply, subintentReply } from "./wire/gatewayForms"
import { reader } from "./wire/read"

export type Answer<A> = Effect.Effect<A, GatewayError>
/** One call, and how its answer is read. */
export type Post = <A>(path: string, body: object, read: (json: unknown) => Either.Either<A, unknown>) => Answer<A>
export type Ask = <A, I>(path: string, body: object, reply: Schema.Schema<A, I>) => Answer<A>
type ReplyOf<S extends { readonly Type: unknown }> = S["Type"]

export interface SubintentStatus {
  readonly status: "Unknown" | "CommittedSuccess"
  /** The transaction that carried it, once committed. */
  readonly parentTransactionIntentHash: Option.Option<string>
}

export interface TransactionReading {
  /** A word of the gateway's. Only those of `FinalStatus` end the waiting. */
  readonly status: string
  /** What the ledger has against it; on one that is not final yet it does not mean that it will fail. */
  readonly reason?: string
}

/** Who owned some addresses, and at which state version of the ledger that was read. */
export interface OwnersReading {
  readonly stateVersion: number
  readonly keys: ReadonlyArray<Either.Either<Option.Option<ReadonlyArray<OwnerKey>>, GatewayError>>
}

export interface GatewayShape {
  readonly transactionStatus: (intentHash: IntentHash) => Answer<TransactionReading>
  readonly subintentStatus: (subintentHash: SubintentHash) => Answer<SubintentStatus>
  /** All of an entity's metadata, page after page. */
  readonly entityMetadata: (address: string) => Answer<ReadonlyArray<MetadataItem>>
  /** The `name` on the first page of its metadata; "Unnamed dApp" where there is none that is a text. */
  readonly dAppName: (address: string) => Answer<string>
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
  /** Any other path; whoever asks brings the shape of the reply. For servers, which read more than wallets do. */
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
    Effect.gen(function* () {
      const config = yield* GatewayConfig
      const http = yield* Http
      const headers = {
        "Content-Type": "application/json",
        "RDX-Client-Name": CLIENT_NAME,
        "RDX-Client-Version": CLIENT_VERSION,
        "RDX-App-Name": config.applicationName || "Unknown",
        "RDX-App-Version": config.applicationVersion || "Unknown",
        "RDX-App-Dapp-Definition": config.dAppDefinitionAddress
      }
      const post: Post = (path, body, read) =>
        http.post({ url: config.baseUrl + path, headers, body: JSON.stringify(body) }).pipe(
          Effect.timeoutFail({
            duration: config.timeout ?? SERVER_CALL_TIMEOUT,
            onTimeout: () => new FailedToFetch({ message: "the gateway took too long" })
          }),
          Effect.flatMap((answer) => parseReply(answer, read))
        )
      return overHttp(post)
    })
  )

  /** For tests, and for a page without a ledger. */
  static readonly layerScript = (script: GatewayScript = {}): Layer.Layer<Gateway> =>
    Layer.effect(
      Gateway,
      Effect.flatMap(
        Effect.promise(() => import("./gateway/script")),
        (code) => code.scripted(script)
      )
    )
}

/** The wallet's own questions are answered here; the code for the others comes with the first of them. */
const overHttp = (post: Post): GatewayShape => {
  const others = Effect.map(
    Effect.promise(() => import("./gateway/entities")),
    ({ entityMethods }) => entityMethods(post)
  )
  return {
    transactionStatus: (intent_hash) =>
      Effect.map(post("/transaction/status", { intent_hash }, reader(statusReply)), ({ error_message, status }) => ({
        status,
        ...(error_message ? { reason: error_message } : {})
      })),
    subintentStatus: (subintent_hash) =>
      Effect.map(post("/transaction/subintent-status", { subintent_hash }, reader(subintentReply)), (reply) => ({
        status: reply.subintent_status === "CommittedSuccess" ? "CommittedSuccess" : "Unknown",
        parentTransactionIntentHash: Option.fromNullable(reply.finalized_at_transaction_intent_hash)
      })),
    dAppName: (address) =>
      Effect.map(post("/state/entity/page/metadata", { address }, reader(metadataItems)), ({ items }) =>
        Option.getOrElse(dAppNameIn(items), () => UNNAMED_DAPP)
      ),
    entityMetadata: (address) => Effect.flatMap(others, (_) => _.entityMetadata(address)),
    ownerKeys: (address) => Effect.flatMap(others, (_) => _.ownerKeys(address)),
    ownerKeysOf: (addresses) => Effect.flatMap(others, (_) => _.ownerKeysOf(addresses)),
    status: () => Effect.flatMap(others, (_) => _.status()),
    entityDetails: (addresses, options) => Effect.flatMap(others, (_) => _.entityDetails(addresses, options)),
    entityFungibles: (address, options) => Effect.flatMap(others, (_) => _.entityFungibles(address, options)),
    nonFungibleData: (resource, ids, options) =>
      Effect.flatMap(others, (_) => _.nonFungibleData(resource, ids, options)),
    committedDetails: (hash, options) => Effect.flatMap(others, (_) => _.committedDetails(hash, options)),
    submit: (hex) => Effect.flatMap(others, (_) => _.submit(hex)),
    preview: (request) => Effect.flatMap(others, (_) => _.preview(request)),
    construction: () => Effect.flatMap(others, (_) => _.construction()),
    ask: (path, body, reply) => Effect.flatMap(others, (_) => _.ask(path, body, reply))
  }
}
