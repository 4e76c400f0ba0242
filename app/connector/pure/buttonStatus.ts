/** Status that the button shows (docs/connector.md). Pure; `WalletView` owns the timer that ends a result. */
import type { RequestItem } from "../schema/RequestItem"
import type { ButtonStatus } from "../WalletHandle"

/** The latest result while it is still shown. */
export type ShownResult = "success" | "error" | undefined

/** A pre-authorization that waits for the ledger no longer counts as pending. */
export const buttonStatus = (result: ShownResult, items: ReadonlyArray<RequestItem>): ButtonStatus =>
  result ?? (items.some((item) => item.status === "pending") ? "pending" : "default")

/** Result that a change of an item shows on the button. A request cancelled by the user shows none. */
export const resultOf = (before: RequestItem, after: RequestItem): ShownResult => {
  if (before.status !== "pending" || after.status === "pending") return undefined
  if (after.status === "success" || after.status === "pendingCommit") return "success"
  return after.status === "fail" && after.error !== "canceledByUser" ? "error" : undefined
}
