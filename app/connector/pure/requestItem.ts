/**
 * State machine of a request item (docs/connector.md). Pure: `(item, event) => item`.
 *
 * An event that is not allowed in the current state leaves the item unchanged, so that late and repeated events do no
 * harm. Final states: success, fail, ignored, timedOut.
 */
import { TransactionOutcomeUnknown } from "../Errors"
import type { Continuation, RequestItem, RequestItemStatus, RequestItemType } from "../schema/RequestItem"
import type { WalletInteraction } from "../schema/WalletInteraction"
import type { SignedSubintent } from "../schema/WalletResponse"
import type { WalletData } from "../schema/WalletState"

export type ItemEvent =
  | { readonly type: "built"; readonly interaction: WalletInteraction }
  /** The phone is about to open its wallet with it. */
  | { readonly type: "sentToWallet" }
  | { readonly type: "receivedByWallet" }
  | { readonly type: "canceled" }
  | { readonly type: "ignored" }
  | { readonly type: "failed"; readonly error: string; readonly message: string }
  /** An unreadable message arrived; the request still waits. */
  | { readonly type: "warned"; readonly warning: string }
  /** The wallet returned the data. */
  | { readonly type: "answered"; readonly data?: WalletData }
  /** The page has finished its continuation. */
  | { readonly type: "carriedOn" }
  /** The page refused the response for good: nobody will submit it to the ledger. */
  | { readonly type: "refused"; readonly error: string; readonly message: string }
  /** The wallet submitted the transaction to the network. */
  | { readonly type: "submitted"; readonly transactionIntentHash: string }
  | {
      readonly type: "settled"
      readonly transactionStatus: "CommittedSuccess" | "CommittedFailure" | "Rejected"
      /** The ledger's error message. */
      readonly reason?: string | undefined
    }
  | { readonly type: "preAuthorized"; readonly subintent: SignedSubintent }
  | { readonly type: "committed"; readonly parentTransactionIntentHash: string | undefined }
  | { readonly type: "expired" }

export const newItem = (given: {
  readonly interactionId: string
  readonly type: RequestItemType
  readonly isOneTimeRequest: boolean
  readonly createdAt: number
  readonly continuation?: Continuation
}): RequestItem => ({ ...given, status: "pending", showCancel: true })

/** Whether the request ends on the ledger and not with the wallet's response. */
export const isForLedger = (item: RequestItem): boolean =>
  item.type === "sendTransaction" || item.type === "preAuthorizationRequest"

/** The hash to look up on the ledger, once the wallet has handled the request. An empty hash counts as none. */
export const hashOnLedger = ({ metadata, status, transactionIntentHash, type }: RequestItem): string | undefined => {
  if (status === "pending" && type === "sendTransaction") return transactionIntentHash || undefined
  return status === "pendingCommit" ? metadata?.subintentHash || undefined : undefined
}

/**
 * The hash that pages are told: the transaction's own, or that of the transaction that committed a pre-authorization.
 */
export const hashToReport = ({ metadata, status, transactionIntentHash, type }: RequestItem): string | undefined => {
  if (status === "ignored") return undefined
  if (type === "sendTransaction") return transactionIntentHash || undefined
  return status === "success" ? metadata?.parentTransactionIntentHash : undefined
}

export const isOpen = (item: RequestItem): boolean => item.status === "pending" || item.status === "pendingCommit"

/**
 * Progress of a request as a number: created, built, sent or received, known to the ledger, committed to submit, final.
 */
const progress = (item: RequestItem): number => stationOf(item) + (item.continuation === undefined ? 0.5 : 0)

const stationOf = (item: RequestItem): number => {
  if (!isOpen(item)) return 5
  if (item.status === "pendingCommit") return 4
  if (item.transactionIntentHash !== undefined) return 3
  if (item.sentToWallet || item.receivedByWallet) return 2
  return item.walletInteraction === undefined ? 0 : 1
}
/** Whether the first of two states of one request is further along. A final state stays final. */
export const isFurther = (one: RequestItem, other: RequestItem): boolean => progress(one) > progress(other)

export const canCancel = (item: RequestItem): boolean => item.status === "pending" && item.showCancel
export const canIgnore = (item: RequestItem): boolean => isForLedger(item) && isOpen(item)

/** Whether the wallet has the transaction, so that giving up does not stop it. */
export const isInWallet = (item: RequestItem): boolean =>
  item.type === "sendTransaction" && item.status === "pending" && !item.showCancel

const CANCELED = "canceledByUser"
const MAY_STILL_BE_SENT = new TransactionOutcomeUnknown({})
const SENT_UNDECIDED = "your wallet has sent the transaction; the ledger has not decided on it yet"
const SENT_AFTER_CANCEL = "your wallet had sent the transaction before the request was cancelled"

/** Whether a transaction that nobody waits for should still record its hash if it arrives later. */
export const takesLateHash = ({ error, status, transactionIntentHash, type }: RequestItem): boolean =>
  type === "sendTransaction" &&
  transactionIntentHash === undefined &&
  (status === "ignored" || (status === "fail" && (error === CANCELED || error === MAY_STILL_BE_SENT._tag)))

const undecided = (item: RequestItem): RequestItem =>
  isInWallet(item)
    ? {
        ...item,
        error: MAY_STILL_BE_SENT._tag,
        errorMessage: item.transactionIntentHash === undefined ? MAY_STILL_BE_SENT.message : SENT_UNDECIDED
      }
    : item

const withoutContinuation = ({ continuation: _over, ...item }: RequestItem): RequestItem => item
const withResponse = (item: RequestItem, response: WalletData | undefined): RequestItem =>
  item.continuation === undefined || response === undefined
    ? item
    : { ...item, continuation: { ...item.continuation, answer: response } }

/** A readable response arrived after all. */
const withoutWarning = ({ warning: _past, ...item }: RequestItem): RequestItem => item

/** Removes the request with its manifest, which is only needed while the item is open. */
const close = (item: RequestItem, status: Exclude<RequestItemStatus, "pending" | "pendingCommit">): RequestItem => {
  const { walletInteraction: _open, ...rest } = withoutWarning(item)
  return { ...rest, status, showCancel: false }
}

const known = (item: RequestItem, more: NonNullable<RequestItem["metadata"]>): RequestItem => ({
  ...item,
  metadata: { ...item.metadata, ...more }
})

const fail = (item: RequestItem, error: string, errorMessage: string): RequestItem => ({
  ...close(item, "fail"),
  error,
  errorMessage
})

export const transition = (item: RequestItem, event: ItemEvent): RequestItem => {
  switch (event.type) {
    case "built":
      return item.status === "pending" ? { ...item, walletInteraction: event.interaction } : item
    case "sentToWallet":
      return item.status === "pending" ? { ...withWallet(item), sentToWallet: true } : item
    case "receivedByWallet":
      return item.status === "pending" ? { ...withWallet(item), receivedByWallet: true } : item
    case "warned":
      return item.status === "pending" && item.warning !== event.warning ? { ...item, warning: event.warning } : item
    case "canceled":
      return canCancel(item) ? fail(withoutContinuation(item), CANCELED, "user has canceled the request") : item
    case "ignored":
      return canIgnore(item) ? close(withoutContinuation(undecided(item)), "ignored") : item
    case "failed":
      return item.status === "pending" ? fail(item, event.error, event.message) : item
    case "answered":
      return item.status === "pending" && !isForLedger(item) ? close(withResponse(item, event.data), "success") : item
    case "carriedOn":
      return item.continuation === undefined ? item : withoutContinuation(item)
    case "refused":
      return item.status === "pendingCommit"
        ? fail(withoutContinuation(item), event.error, event.message)
        : transition(item, { type: "carriedOn" })
    case "submitted":
      return submitted(item, event.transactionIntentHash)
    case "settled":
      return settled(item, event)
    case "preAuthorized":
      return preAuthorized(item, event.subintent)
    case "committed":
      return item.status === "pendingCommit" ? committed(item, event.parentTransactionIntentHash) : item
    case "expired":
      return item.status === "pendingCommit" ? close(item, "timedOut") : item
  }
}

/** Once the wallet has it, a transaction can only be ignored, not cancelled. */
const withWallet = (item: RequestItem): RequestItem => (isForLedger(item) ? { ...item, showCancel: false } : item)

/** Recorded even if nobody waits any more, because the transaction is on its way. */
const submitted = (item: RequestItem, transactionIntentHash: string): RequestItem => {
  if (item.type !== "sendTransaction") return item
  const noted = { ...withoutWarning(item), transactionIntentHash, showCancel: false }
  if (item.status === "pending") return noted
  if (!takesLateHash(item)) return item
  const errorMessage = item.error === CANCELED ? SENT_AFTER_CANCEL : SENT_UNDECIDED
  return { ...noted, error: MAY_STILL_BE_SENT._tag, errorMessage }
}

/** Longest part of the ledger's message that is stored; it may be very long. */
const MOST_WORDS = 300

const settled = (
  item: RequestItem,
  { reason, transactionStatus }: Extract<ItemEvent, { type: "settled" }>
): RequestItem => {
  if (item.type !== "sendTransaction" || item.transactionIntentHash === undefined) return item
  const noted = known(item, { transactionStatus })
  if (item.status === "ignored") return noted
  if (item.status !== "pending") return item
  return transactionStatus === "CommittedSuccess"
    ? close(noted, "success")
    : fail(
        noted,
        transactionStatus,
        `the transaction was not committed${reason ? `: ${reason.slice(0, MOST_WORDS)}` : ""}`
      )
}

const preAuthorized = (item: RequestItem, subintent: SignedSubintent): RequestItem =>
  item.type === "preAuthorizationRequest" && (item.status === "pending" || item.status === "ignored")
    ? known(
        {
          ...withoutWarning(item),
          status: item.status === "pending" ? "pendingCommit" : item.status,
          showCancel: false,
          transactionIntentHash: subintent.subintentHash
        },
        {
          signedPartialTransaction: subintent.signedPartialTransaction,
          expirationTimestamp: subintent.expirationTimestamp,
          subintentHash: subintent.subintentHash
        }
      )
    : item

const committed = (item: RequestItem, parentTransactionIntentHash: string | undefined): RequestItem =>
  close(parentTransactionIntentHash === undefined ? item : known(item, { parentTransactionIntentHash }), "success")
