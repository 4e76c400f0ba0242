/** Texts about a closed request that somebody else may still submit. Pure; pages load this file. */
import { inUtc } from "~/effects/base/text/moments"
import type { ClosedState } from "./ApprovalRequest"
import type { RequestView } from "./views"

/** Completes "It … here" for a closed request that the ledger executed. */
export const closedWords: Readonly<Record<ClosedState, string>> = {
  withdrawn: "was withdrawn",
  refused: "was refused",
  expired: "had expired",
  void: "had ended",
  failed: "counted as not executed"
}

/** Anyone with all signatures can submit it until its end, so "nothing moved" is unknown before. */
export const nothingMoved = ({ endsAt, isFinal }: Pick<RequestView, "endsAt" | "isFinal">, now: number): string => {
  if (isFinal) return "Nothing moved."
  if (endsAt !== null && now < endsAt) {
    return `With all signatures anyone can still submit it until ${inUtc("moment", endsAt)} UTC; it is shown here then.`
  }
  return "Whether somebody submitted it before its end is not known yet: the ledger is read again each minute."
}

/** Page where anyone checks from the ledger alone who signed a transaction. */
export const checkHref = (txId: string): string => `/verify?transaction=${txId}`
