/** The record of one request to the wallet (docs/connector.md, 2, 3). */
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

/** What is known of a request after the wallet answered it. */
export const RequestItemMetadata = Schema.Struct({
  transactionStatus: maybe(Schema.String),
  signedPartialTransaction: maybe(Schema.String),
  /** Unix seconds. */
  expirationTimestamp: maybe(Finite),
  subintentHash: maybe(Schema.String),
  parentTransactionIntentHash: maybe(Schema.String)
})
export type RequestItemMetadata = typeof RequestItemMetadata.Type

/** What the page wants to do with the answer, kept with the request so that a reload does not lose it. */
export const Continuation = Schema.Struct({
  /** Which of the page's handlers goes on. */
  kind: Schema.String,
  /** JSON of the page's own. */
  payload: Schema.Unknown,
  /** What the wallet gave, where it is kept nowhere else. */
  answer: maybe(WalletData)
})
export type Continuation = typeof Continuation.Type

/** The whole record, as it is stored. Moved only by `pure/requestItem.ts`. */
export const RequestItem = Schema.Struct({
  type: RequestItemType,
  status: RequestItemStatus,
  /** Unix milliseconds. */
  createdAt: Finite,
  interactionId: Schema.String,
  showCancel: Schema.Boolean,
  isOneTimeRequest: Schema.Boolean,
  /** There while the request is open, once it is built. */
  walletInteraction: maybe(WalletInteraction),
  /** A published code (docs/product/errors.md), or the wallet's own. */
  error: maybe(Schema.String),
  errorMessage: maybe(Schema.String),
  /** What went wrong on the way without ending the request. */
  warning: maybe(Schema.String),
  transactionIntentHash: maybe(Schema.String),
  walletResponse: maybe(Schema.Unknown),
  /** A phone's wallet was opened with it. */
  sentToWallet: maybe(Schema.Boolean),
  receivedByWallet: maybe(Schema.Boolean),
  metadata: maybe(RequestItemMetadata),
  /** Gone once the page has carried on. */
  continuation: maybe(Continuation)
})
export type RequestItem = typeof RequestItem.Type
