/** Why the site pays nothing more of what is parked, until a person does something about it. Pure. */
import { feesUsedUp, keyGone, wayBack } from "~/effects/treasury/settler/parkedWords"
import type { Amount } from "~/ledger/amount"
import type { Parking } from "./Parking"

export type Trouble = "keyGone" | "noFees" | "tooLittle" | "otherRows"

/** `left`: XRD. */
export const troubleWords = ({ kept }: Pick<Parking, "kept">, trouble: Trouble, left: Amount = 0n): string => {
  const way = wayBack(kept)
  switch (trouble) {
    case "keyGone":
      return keyGone(kept)
    case "noFees":
      return feesUsedUp(kept, left)
    case "tooLittle":
      return `The parked account holds less than the next batch pays. ${way}, or stop this run: the site then returns it.`
    case "otherRows":
      return `The rows of a batch are not those that were approved. Nothing more is paid. ${way}.`
  }
}
