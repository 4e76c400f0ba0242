/** Texts about requests and accounts in the popover. Pure, and loaded only with the contents. */
import type { RequestCard } from "../../WalletHandle"
import { clock, day, isPending } from "../words"

/** Formats Unix milliseconds as briefly as is clear: 14:05 today, else 12 Nov, else 12 Nov 2025. */
export const whenWord = (at: number, now: number): string => {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return clock(then)
  return then.getFullYear() === today.getFullYear() ? day(then) : `${day(then)} ${then.getFullYear()}`
}

/** `account_…k0m4ca6t`: the kind, and the characters that people compare. */
export const shortAddress = (address: string): string =>
  address.length <= 20 ? address : `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`

/** `txid_…4c9yq2`. */
export const shortHash = (hash: string): string =>
  hash.length <= 16 ? hash : `${hash.slice(0, hash.indexOf("_") + 1)}…${hash.slice(-6)}`

export const pendingCount = (requests: ReadonlyArray<RequestCard>): number => requests.filter(isPending).length

/** A request that the user cancelled is not shown as a failure. */
export const isCanceled = ({ error }: RequestCard): boolean => error?.code === "canceledByUser"

/** Whether the cause of a failure is gone, so that its advice must no longer be shown. */
export const isRemedied = (
  { error }: RequestCard,
  now: { readonly isExtensionAvailable: boolean; readonly isWalletLinked: boolean }
): boolean =>
  (error?.code === "walletNotLinked" && now.isWalletLinked) ||
  (error?.code === "missingExtension" && now.isExtensionAvailable)

/** State of a request in a few words. A failure shows the catalogue's message unchanged. */
export const cardWords = (card: RequestCard, now: number): string => {
  switch (card.status) {
    case "pending":
      if (card.warning !== undefined) return `Still waiting: ${card.warning}. Answer once more, or cancel`
      return card.receivedByWallet ? "Waiting in your wallet" : "Pending"
    case "pendingCommit":
      return card.expirationTimestamp === undefined
        ? "Signed. Waiting for the ledger"
        : `Signed. Waiting for the ledger until ${whenWord(card.expirationTimestamp * 1000, now)}`
    case "success":
      return card.transactionIntentHash === undefined ? "Approved" : ""
    case "fail":
      if (isCanceled(card)) return "You cancelled it"
      return card.error?.message ?? card.transactionStatus ?? "Failed"
    case "ignored":
      return card.error === undefined ? "Ignored" : `Ignored: ${card.error.message}`
    case "timedOut":
      return "Timed out"
  }
}
