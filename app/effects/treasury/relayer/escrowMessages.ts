/** Why the relayer has stopped working on an escrow until a person acts. Pure. */
import { type Amount, formatAmount } from "~/ledger/amount"

/** The way out depends on who funded the escrow: a single badge, or signers with the rule `kept`. */
export const wayBack = (kept: string | null): string =>
  kept === null ? "Withdraw the rest in your wallet" : "Have the signers withdraw the rest together"

export const keyGone = (kept: string | null): string =>
  `This site's key was replaced after the escrow was funded, or is missing. ${wayBack(kept)}.`

/** `why`: the ledger's words. */
export const returnRefused = (kept: string | null, why: string): string =>
  `The ledger refuses to return what is left: ${why.slice(0, 300)} The site tries again automatically. ${wayBack(kept)} if that does not help.`

/** `left`: in XRD. */
export const feesUsedUp = (kept: string | null, left: Amount): string =>
  `The fees in escrow are used up: ${formatAmount(left)} XRD are left. ${wayBack(kept)}, or send XRD to the escrow account and try again.`
