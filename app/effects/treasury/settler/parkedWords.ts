/** Why the site's key does nothing more with what is parked, until a person does something about it. Pure. */
import { type Amount, formatAmount } from "~/ledger/amount"

/** The way out is that of whoever parked: one badge's own transaction, or an act of the keepers, whose rule `kept` is. */
export const wayBack = (kept: string | null): string =>
  kept === null ? "Take the rest back in your wallet" : "The signers take the rest back together"

export const keyGone = (kept: string | null): string =>
  `The key of this site was replaced since this was parked, or is missing. ${wayBack(kept)}.`

/** `why`: the ledger's words. */
export const returnRefused = (kept: string | null, why: string): string =>
  `The ledger refuses to bring back what is left: ${why.slice(0, 300)} The site tries again automatically. ${wayBack(kept)}, should it go on.`

/** `left`: XRD. */
export const feesUsedUp = (kept: string | null, left: Amount): string =>
  `What was parked for fees is used up: ${formatAmount(left)} XRD are left. ${wayBack(kept)}, or somebody sends XRD to the parked account and tries again.`
