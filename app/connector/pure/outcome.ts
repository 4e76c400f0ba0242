/** Result of a request, derived from its stored item alone, which is all that another tab or a reload has. Pure. */
import {
  CanceledByUser,
  type ConnectorError,
  RejectedByUser,
  TransactionNotCommitted,
  TransactionOutcomeUnknown,
  WalletFailure
} from "../Errors"
import type { RequestItem } from "../schema/RequestItem"
import type { SignedSubintent } from "../schema/WalletResponse"
import type { WalletData } from "../schema/WalletState"

export type RequestOutcome =
  | { readonly type: "data"; readonly data: WalletData }
  | { readonly type: "transaction"; readonly transactionIntentHash: string; readonly status: string }
  | { readonly type: "preAuthorization"; readonly subintent: SignedSubintent }

export type Outcome =
  | { readonly type: "open" }
  | { readonly type: "failed"; readonly error: ConnectorError }
  | { readonly type: "answered"; readonly response: Exclude<RequestOutcome, { readonly type: "data" }> }
  /** The data itself is not in the item. */
  | { readonly type: "dataGiven" }

const failed = (error: ConnectorError): Outcome => ({ type: "failed", error })

export const outcomeOf = (item: RequestItem): Outcome => {
  const { interactionId } = item
  switch (item.status) {
    case "pending":
      return { type: "open" }
    case "fail":
      return failed(errorOf(item))
    case "ignored":
      return failed(item.error === undefined ? new CanceledByUser({ interactionId }) : errorOf(item))
    case "pendingCommit":
    case "success":
    case "timedOut":
      return item.type === "sendTransaction"
        ? {
            type: "answered",
            response: {
              type: "transaction",
              transactionIntentHash: item.transactionIntentHash ?? "",
              status: item.metadata?.transactionStatus ?? ""
            }
          }
        : item.type === "preAuthorizationRequest"
          ? { type: "answered", response: { type: "preAuthorization", subintent: subintentOf(item) } }
          : { type: "dataGiven" }
  }
}

const subintentOf = ({ metadata, transactionIntentHash }: RequestItem): SignedSubintent => ({
  signedPartialTransaction: metadata?.signedPartialTransaction ?? "",
  expirationTimestamp: metadata?.expirationTimestamp ?? 0,
  subintentHash: metadata?.subintentHash ?? transactionIntentHash ?? ""
})

/** The stored part of the error: its code and message. */
const errorOf = ({ error = "walletFailure", errorMessage, interactionId }: RequestItem): ConnectorError => {
  const words = errorMessage === undefined ? {} : { message: errorMessage }
  switch (error) {
    case "canceledByUser":
      return new CanceledByUser({ interactionId })
    case "rejectedByUser":
      return new RejectedByUser({ interactionId })
    case "transactionOutcomeUnknown":
      return new TransactionOutcomeUnknown({ interactionId, ...words })
    case "Rejected":
    case "CommittedFailure":
      return new TransactionNotCommitted({ interactionId, status: error, ...words })
    default:
      return new WalletFailure({ interactionId, error, ...words })
  }
}
