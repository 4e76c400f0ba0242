/** The gateway's methods beyond those that wallets need. For servers. */
import { Effect, Either, Schema } from "effect"
import { FailedToParseResponseToJson } from "../Errors"
import { ownerKeysIn } from "./readOwnerKeys"
import * as Reply from "./replies"
import type { Ask, GatewayResult, GatewayShape, Post, WalletGatewayShape } from "./shape"
import { type MetadataItem, MetadataItems } from "./walletReplies"

export type EntityMethods = Omit<GatewayShape, keyof WalletGatewayShape>

export const entityMethods = (call: Post): EntityMethods => {
  const post: Ask = (path, body, reply) => call(path, body, Schema.decodeUnknownEither(reply))
  const metadata = (address: string, cursor?: string): GatewayResult<ReadonlyArray<MetadataItem>> =>
    post(
      "/state/entity/page/metadata",
      cursor === undefined ? { address } : { address, cursor, limit_per_page: 100 },
      MetadataItems
    ).pipe(
      Effect.flatMap(({ items, next_cursor }) =>
        typeof next_cursor === "string"
          ? Effect.map(metadata(address, next_cursor), (rest) => [...items, ...rest])
          : Effect.succeed(items)
      )
    )

  const askKeys = <A, I>(addresses: ReadonlyArray<string>, reply: Schema.Schema<A, I>) =>
    post("/state/entity/details", { addresses, opt_ins: { explicit_metadata: ["owner_keys"] } }, reply)
  const keysIn = (items: ReadonlyArray<Reply.EntityDetails>) => (address: string) =>
    Either.mapLeft(
      ownerKeysIn(items.find((item) => item.address === address)),
      (message) => new FailedToParseResponseToJson({ message })
    )

  return {
    ask: post,
    entityMetadata: (address) => metadata(address),
    ownerKeys: (address) =>
      Effect.flatMap(askKeys([address], Reply.EntityKeysReply), ({ items }) => keysIn(items)(address)),
    ownerKeysOf: (addresses) =>
      Effect.map(askKeys(addresses, Reply.EntityDetailsReply), ({ items, ledger_state }) => ({
        stateVersion: ledger_state.state_version,
        network: ledger_state.network,
        at: ledger_state.proposer_round_timestamp,
        keys: addresses.map(keysIn(items))
      })),
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
