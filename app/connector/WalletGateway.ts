/**
 * WalletGateway: the three readings of the ledger that a wallet in a page needs: how a transaction and a
 * pre-authorization fare, and what the dApp is called.
 *
 * A port. It is all a page loads of the gateway; `Gateway` has these and everything else, for servers.
 */
import { Context, Effect, type Either, Layer, Option } from "effect"
import { CLIENT_NAME, CLIENT_VERSION, SERVER_CALL_TIMEOUT, UNNAMED_DAPP } from "./Constants"
import { FailedToFetch, type GatewayError } from "./Errors"
import type { GatewayScript } from "./Gateway"
import { GatewayConfig } from "./GatewayConfig"
import { dAppNameIn } from "./gateway/dAppName"
import { parseReply } from "./gateway/parseReply"
import type { IntentHash, SubintentHash } from "./gateway/walletReplies"
import { Http } from "./Http"
import { metadataItems, statusReply, subintentReply } from "./wire/gatewayForms"
import { reader } from "./wire/read"

export type Answer<A> = Effect.Effect<A, GatewayError>
/** One call, and how its answer is read. */
export type Post = <A>(path: string, body: object, read: (json: unknown) => Either.Either<A, unknown>) => Answer<A>

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

export interface WalletGatewayShape {
  readonly transactionStatus: (intentHash: IntentHash) => Answer<TransactionReading>
  readonly subintentStatus: (subintentHash: SubintentHash) => Answer<SubintentStatus>
  /** The `name` on the first page of its metadata; "Unnamed dApp" where there is none that is a text. */
  readonly dAppName: (address: string) => Answer<string>
}

/** One POST to the gateway, with the headers it knows its callers by. */
export const gatewayPost: Effect.Effect<Post, never, GatewayConfig | Http> = Effect.gen(function* () {
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
  return (path, body, read) =>
    http.post({ url: config.baseUrl + path, headers, body: JSON.stringify(body) }).pipe(
      Effect.timeoutFail({
        duration: config.timeout ?? SERVER_CALL_TIMEOUT,
        onTimeout: () => new FailedToFetch({ message: "the gateway took too long" })
      }),
      Effect.flatMap((answer) => parseReply(answer, read))
    )
})

export const walletReadings = (post: Post): WalletGatewayShape => ({
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
    )
})

export class WalletGateway extends Context.Tag("connector/WalletGateway")<WalletGateway, WalletGatewayShape>() {
  static readonly layer: Layer.Layer<WalletGateway, never, GatewayConfig | Http> = Layer.effect(
    WalletGateway,
    Effect.map(gatewayPost, walletReadings)
  )

  /** For tests, and for a page without a ledger. */
  static readonly layerScript = (script: GatewayScript = {}): Layer.Layer<WalletGateway> =>
    Layer.effect(
      WalletGateway,
      Effect.flatMap(
        Effect.promise(() => import("./gateway/script")),
        (code) => code.scripted(script)
      )
    )
}
