/**
 * Gateway: what the ledger says. Transactions, entities, who owns an account, what a dApp is called.
 *
 * A port, usable in the browser and on the server. `layer` speaks JSON over `Http`, `layerScript` answers from a
 * script. Every method is one reading; waiting and repeating belong to `awaitTransaction` and `awaitSubintent`.
 */

import type { Schema } from "effect"
import { Context, Effect, Layer, Option, Ref } from "effect"
import { CLIENT_NAME, CLIENT_VERSION, SERVER_CALL_TIMEOUT, UNNAMED_DAPP } from "./Constants"
import { FailedToFetch, FailedToParseResponseToJson, type GatewayError, RequestStatusNotOk } from "./Errors"
import { GatewayConfig } from "./GatewayConfig"
import { parseReply } from "./gateway/parseReply"
import { dAppNameIn, type OwnerKey, ownerKeysIn } from "./gateway/readMetadata"
import * as Reply from "./gateway/replies"
import { Http } from "./Http"

type Answer<A> = Effect.Effect<A, GatewayError>
type ReplyOf<S extends { readonly Type: unknown }> = S["Type"]

export interface SubintentStatus {
  readonly status: "Unknown" | "CommittedSuccess"
  /** The transaction that carried it, once committed. */
  readonly parentTransactionIntentHash: Option.Option<string>
}

export interface GatewayShape {
  readonly transactionStatus: (intentHash: Reply.IntentHash) => Answer<Reply.TransactionStatus>
  readonly subintentStatus: (subintentHash: Reply.SubintentHash) => Answer<SubintentStatus>
  /** All of an entity's metadata, page after page. */
  readonly entityMetadata: (address: string) => Answer<ReadonlyArray<Reply.MetadataItem>>
  /** The `name` on the first page of its metadata; "Unnamed dApp" where there is none that is a text. */
  readonly dAppName: (address: string) => Answer<string>
  /**
   * The hashes of the keys that own an account or persona. None: the ledger was read and holds no `owner_keys`.
   * An answer that cannot be understood is a failure, never None: the caller would then trust the address alone.
   */
  readonly ownerKeys: (address: string) => Answer<Option.Option<ReadonlyArray<OwnerKey>>>
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
  readonly committedDetails: (
    intentHash: Reply.IntentHash,
    options?: object
  ) => Answer<ReplyOf<typeof Reply.CommittedReply>>
  /** Hands over a signed transaction; true when the network already had it. */
  readonly submit: (notarizedTransactionHex: string) => Answer<boolean>
  /** Tries a transaction without committing it; the request as the gateway defines it. */
  readonly preview: (request: object) => Answer<ReplyOf<typeof Reply.PreviewReply>>
  /** Where the ledger stands now: the epoch a new transaction starts from. */
  readonly construction: () => Answer<Reply.LedgerState>
}

/** What a scripted gateway knows. Statuses are given in turn, the last one for ever; what is left out is a 404. */
export interface GatewayScript {
  readonly transactions?: ReadonlyArray<Reply.TransactionStatus | GatewayError>
  readonly subintents?: ReadonlyArray<SubintentStatus | GatewayError>
  readonly names?: Readonly<Record<string, string>>
  readonly ownerKeys?: Readonly<Record<string, ReadonlyArray<OwnerKey>>>
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
      const post = <A, I>(path: string, body: object, reply: Schema.Schema<A, I>): Answer<A> =>
        http.post({ url: config.baseUrl + path, headers, body: JSON.stringify(body) }).pipe(
          Effect.timeoutFail({
            duration: config.timeout ?? SERVER_CALL_TIMEOUT,
            onTimeout: () => new FailedToFetch({ message: "the gateway took too long" })
          }),
          Effect.flatMap((answer) => parseReply(answer, reply)),
          Effect.withSpan("Gateway.post", { attributes: { path } })
        )
      return overHttp(post)
    })
  )

  /** For tests, and for a page without a ledger. */
  static readonly layerScript = (script: GatewayScript = {}): Layer.Layer<Gateway> =>
    Layer.effect(Gateway, scripted(script))
}

type Post = <A, I>(path: string, body: object, reply: Schema.Schema<A, I>) => Answer<A>

const overHttp = (post: Post): GatewayShape => {
  const metadataPage = (address: string, cursor?: string) =>
    post(
      "/state/entity/page/metadata",
      cursor === undefined ? { address } : { address, cursor, limit_per_page: 100 },
      Reply.MetadataReply
    )
  const restOfMetadata = (address: string, cursor?: string): Answer<ReadonlyArray<Reply.MetadataItem>> =>
    Effect.flatMap(metadataPage(address, cursor), ({ items, next_cursor }) =>
      typeof next_cursor === "string"
        ? Effect.map(restOfMetadata(address, next_cursor), (rest) => [...items, ...rest])
        : Effect.succeed(items)
    )

  return {
    transactionStatus: (intent_hash) =>
      Effect.map(post("/transaction/status", { intent_hash }, Reply.StatusReply), (reply) => reply.status),
    subintentStatus: (subintent_hash) =>
      Effect.map(post("/transaction/subintent-status", { subintent_hash }, Reply.SubintentReply), (reply) => ({
        status: reply.subintent_status,
        parentTransactionIntentHash: Option.fromNullable(reply.finalized_at_transaction_intent_hash)
      })),
    entityMetadata: (address) => restOfMetadata(address),
    dAppName: (address) =>
      Effect.map(metadataPage(address), ({ items }) => Option.getOrElse(dAppNameIn(items), () => UNNAMED_DAPP)),
    ownerKeys: (address) =>
      post(
        "/state/entity/details",
        { addresses: [address], opt_ins: { explicit_metadata: ["owner_keys"] } },
        Reply.EntityKeysReply
      ).pipe(
        Effect.flatMap(({ items }) =>
          Effect.mapError(
            ownerKeysIn(items.find((item) => item.address === address)),
            (message) => new FailedToParseResponseToJson({ message })
          )
        )
      ),
    status: () => post("/status/gateway-status", {}, Reply.GatewayStatusReply),
    entityDetails: (addresses, options) =>
      post("/state/entity/details", { ...options, addresses }, Reply.EntityDetailsReply),
    entityFungibles: (address, options) =>
      post("/state/entity/page/fungibles/", { ...options, address }, Reply.FungiblesReply),
    nonFungibleData: (resource_address, non_fungible_ids, options) =>
      post("/state/non-fungible/data", { ...options, resource_address, non_fungible_ids }, Reply.NonFungibleDataReply),
    committedDetails: (intent_hash, options) =>
      post("/transaction/committed-details", { ...options, intent_hash }, Reply.CommittedReply),
    submit: (notarized_transaction_hex) =>
      Effect.map(post("/transaction/submit", { notarized_transaction_hex }, Reply.SubmitReply), (_) => _.duplicate),
    preview: (request) => post("/transaction/preview", request, Reply.PreviewReply),
    construction: () =>
      Effect.map(post("/transaction/construction", {}, Reply.ConstructionReply), (reply) => reply.ledger_state)
  }
}

const unknown = () => new RequestStatusNotOk({ status: 404, message: "the script has no answer" })

/** Takes the next answer; the last one stays. */
const inTurn = <A>(answers: ReadonlyArray<A | GatewayError> = []) =>
  Effect.map(Ref.make(answers), (left) =>
    Ref.modify(left, (now) => [now[0], now.length > 1 ? now.slice(1) : now] as const).pipe(
      Effect.flatMap((answer): Answer<A> => {
        if (answer === undefined) return unknown()
        return isGatewayError(answer) ? answer : Effect.succeed(answer)
      })
    )
  )

const isGatewayError = (answer: unknown): answer is GatewayError =>
  answer instanceof FailedToFetch ||
  answer instanceof RequestStatusNotOk ||
  answer instanceof FailedToParseResponseToJson

const scripted = (script: GatewayScript): Effect.Effect<GatewayShape> =>
  Effect.gen(function* () {
    const transaction = yield* inTurn(script.transactions)
    const subintent = yield* inTurn(script.subintents)
    return {
      transactionStatus: () => transaction,
      subintentStatus: () => subintent,
      entityMetadata: unknown,
      dAppName: (address) => Effect.succeed(script.names?.[address] ?? UNNAMED_DAPP),
      ownerKeys: (address) => Effect.succeed(Option.fromNullable(script.ownerKeys?.[address])),
      status: unknown,
      entityDetails: unknown,
      entityFungibles: unknown,
      nonFungibleData: unknown,
      committedDetails: unknown,
      submit: unknown,
      preview: unknown,
      construction: unknown,
      ...script.methods
    }
  })
