/** Why the site pays nothing more of what is parked, until a person does something about it. Pure. */
import { type Amount, formatAmount } from "~/ledger/amount"
import type { Parking } from "./Parking"

export type Trouble = "keyGone" | "noFees" | "tooLittle" | "otherRows"

/** The way out is that of whoever parked: one badge's own transaction, or an act of the keepers. */
const takeBack = (kept: Parking["kept"]) =>
  kept === null ? "Take the rest back in your wallet" : "The keepers take the rest back together"

/** `left`: XRD. */
export const troubleWords = ({ kept }: Pick<Parking, "kept">, trouble: Trouble, left: Amount = 0n): string => {
  const way = takeBack(kept)
  switch (trouble) {
    case "keyGone":
      return `The key of this site was replaced since this was parked, or is missing. ${way}.`
    case "noFees":
      return `What was parked for fees is used up: ${formatAmount(left)} XRD are left. ${way}, or somebody sends XRD to the parked account and tries again.`
    case "tooLittle":
      return `The parked account holds less than the next batch pays. ${way}, or stop this run: the site then returns it.`
    case "otherRows":
      return `The rows of a batch are not those that were approved. Nothing more is paid. ${way}.`
  }
}
