/** Stored record of one request to the wallet (docs/connector.md). */
import { Schema } from "effect"
import { maybe } from "./maybe"
import { Finite } from "./ruled"
import { WalletInteraction } from "./WalletInteraction"
import { WalletData } from "./WalletState"

export const RequestItemType = Schema.Literal(
  "loginRequest",
  "dataRequest",
  "proofRequest",
  "sendTransaction",
  "preAuthorizationRequest"
)
export type RequestItemType = typeof RequestItemType.Type

export const RequestItemStatus = Schema.Literal("pending", "pendingCommit", "success", "fail", "ignored", "timedOut")
export type RequestItemStatus = typeof RequestItemStatus.Type

/** Data about a request after the wallet has answered it. */
export const RequestItemMetadata = Schema.Struct({
  transactionStatus: maybe(Schema.String),
  signedPartialTransaction: maybe(Schema.String),
  /** Unix seconds. */
  expirationTimestamp: maybe(Finite),
  subintentHash: maybe(Schema.String),
  parentTransactionIntentHash: maybe(Schema.String)
})
export type RequestItemMetadata = typeof RequestItemMetadata.Type

/** What the page does with the response, stored with the request so that a reload does not lose it. */
export const Continuation = Schema.Struct({
  /** Name of the page's handler. */
  kind: Schema.String,
  /** JSON defined by the page. */
  payload: Schema.Unknown,
  /** The wallet's response, if it is not stored anywhere else. */
  answer: maybe(WalletData)
})
export type Continuation = typeof Continuation.Type

/** The complete stored record. Changed only by `pure/requestItem.ts`. */
export const RequestItem = Schema.Struct({
  type: RequestItemType,
  status: RequestItemStatus,
  /** Unix milliseconds. */
  createdAt: Finite,
  interactionId: Schema.String,
  showCancel: Schema.Boolean,
  isOneTimeRequest: Schema.Boolean,
  /** Present while the request is open, once it is built. */
  walletInteraction: maybe(WalletInteraction),
  /** A published code (docs/product/errors.md), or one of the wallet. */
  error: maybe(Schema.String),
  errorMessage: maybe(Schema.String),
  /** A problem that did not end the request. */
  warning: maybe(Schema.String),
  transactionIntentHash: maybe(Schema.String),
  walletResponse: maybe(Schema.Unknown),
  /** Whether a phone's wallet was opened with it. */
  sentToWallet: maybe(Schema.Boolean),
  receivedByWallet: maybe(Schema.Boolean),
  metadata: maybe(RequestItemMetadata),
  /** Removed once the page has finished it. */
  continuation: maybe(Continuation)
})
export type RequestItem = typeof RequestItem.Type
