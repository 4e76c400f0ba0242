/**
 * WalletGateway: the three gateway reads that a page's wallet needs: status of a transaction, status of a
 * pre-authorization, and the dApp's name.
 *
 * A port, and the only gateway code that pages load; `Gateway` includes these and everything else, for servers.
 */
import { Context, Effect, Layer, Option } from "effect"
import { CLIENT_NAME, CLIENT_VERSION, SERVER_CALL_TIMEOUT, UNNAMED_DAPP } from "./Constants"
import { FailedToFetch } from "./Errors"
import { GatewayConfig } from "./GatewayConfig"
import { dAppNameIn } from "./gateway/dAppName"
import { parseReply } from "./gateway/parseReply"
import type { GatewayScript, Post, WalletGatewayShape } from "./gateway/shape"
import { Http } from "./Http"
import { metadataItems, statusReply, subintentReply } from "./wire/gatewayForms"
import { reader } from "./wire/read"

/** Sends a POST to the gateway with the headers that identify the client. */
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
      Effect.flatMap((response) => parseReply(response, read))
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

  /** For tests, and for pages without a ledger. */
  static readonly layerScript = (script: GatewayScript = {}): Layer.Layer<WalletGateway> =>
    Layer.effect(
      WalletGateway,
      Effect.flatMap(
        Effect.promise(() => import("./gateway/script")),
        (code) => code.scripted(script)
      )
    )
}
