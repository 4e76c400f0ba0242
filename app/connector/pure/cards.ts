/** Converts a stored request item to a card of the button. Pure. */
import type { RequestItem } from "../schema/RequestItem"
import type { RequestCard } from "../WalletHandle"
import { canCancel, canIgnore } from "./requestItem"

/** `walletLink`: for a request whose wallet may not have opened. */
export const toCard = (item: RequestItem, walletLink?: RequestCard["walletLink"]): RequestCard => ({
  interactionId: item.interactionId,
  type: item.type,
  status: item.status,
  createdAt: item.createdAt,
  showCancel: canCancel(item),
  canIgnore: canIgnore(item) && !canCancel(item),
  receivedByWallet: item.receivedByWallet ?? false,
  ...(walletLink === undefined || item.status !== "pending" ? {} : { walletLink }),
  ...(item.transactionIntentHash === undefined ? {} : { transactionIntentHash: item.transactionIntentHash }),
  ...(item.warning === undefined ? {} : { warning: item.warning }),
  ...(item.error === undefined ? {} : { error: { code: item.error, message: item.errorMessage ?? "" } }),
  ...(item.metadata?.transactionStatus === undefined ? {} : { transactionStatus: item.metadata.transactionStatus }),
  ...(item.metadata?.expirationTimestamp === undefined
    ? {}
    : { expirationTimestamp: item.metadata.expirationTimestamp }),
  ...(item.metadata?.parentTransactionIntentHash === undefined
    ? {}
    : { parentTransactionIntentHash: item.metadata.parentTransactionIntentHash })
})
