/**
 * What the button shows (docs/connector.md, 3). Pure; `Wallet` keeps the one timer that ends a result.
 */
import type { RequestItem } from "../schema/RequestItem"
import type { ButtonStatus } from "../WalletHandle"

/** The latest result while it is still shown. */
export type ShownResult = "success" | "error" | undefined

/** A pre-authorization that waits for the ledger no longer counts as pending. */
export const buttonStatus = (result: ShownResult, items: ReadonlyArray<RequestItem>): ButtonStatus =>
  result ?? (items.some((item) => item.status === "pending") ? "pending" : "default")

/** What a change of an item puts on the button. A request called back by the user is no result. */
export const resultOf = (before: RequestItem, after: RequestItem): ShownResult => {
  if (before.status !== "pending" || after.status === "pending") return undefined
  if (after.status === "success" || after.status === "pendingCommit") return "success"
  return after.status === "fail" && after.error !== "canceledByUser" ? "error" : undefined
}
