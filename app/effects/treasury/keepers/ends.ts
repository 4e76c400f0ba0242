/** What is said of a closed request that somebody else may carry out on the ledger. Pure; pages load this file. */
import { inUtc } from "~/effects/base/text/moments"
import type { ClosedState } from "./Act"
import type { ActView } from "./views"

/** Completes "although it … here", of one that the ledger carried out. */
export const closedWords: Readonly<Record<ClosedState, string>> = {
  withdrawn: "was taken back",
  refused: "was refused",
  expired: "had expired",
  void: "had ended",
  failed: "counted as not carried out"
}

/** Whoever collected all signatures can submit it until its end, so before that "nothing moved" is not known. */
export const nothingMoved = ({ endsAt, isFinal }: Pick<ActView, "endsAt" | "isFinal">, now: number): string => {
  if (isFinal) return "Nothing moved."
  if (endsAt !== null && now < endsAt) {
    return `With all signatures anybody can still submit it until ${inUtc("moment", endsAt)} UTC; it is shown here then.`
  }
  return "Whether somebody submitted it before its end is not known yet: the ledger is read again each minute."
}

/** Where anybody checks from the ledger alone who signed what a transaction carried out. */
export const checkHref = (txId: string): string => `/verify?transaction=${txId}`
