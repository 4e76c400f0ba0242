/** Why the site pays nothing more from a payout's escrow until a person acts. Pure. */
import { feesUsedUp, keyGone, wayBack } from "~/effects/treasury/relayer/escrowMessages"
import type { Amount } from "~/ledger/amount"
import type { PayoutEscrow } from "./PayoutEscrow"

export type Trouble = "keyGone" | "noFees" | "tooLittle" | "otherRows"

/** `left`: in XRD. */
export const troubleWords = ({ kept }: Pick<PayoutEscrow, "kept">, trouble: Trouble, left: Amount = 0n): string => {
  const way = wayBack(kept)
  switch (trouble) {
    case "keyGone":
      return keyGone(kept)
    case "noFees":
      return feesUsedUp(kept, left)
    case "tooLittle":
      return `The escrow account holds less than the next batch pays. ${way}, or stop this payout: the site then returns the rest.`
    case "otherRows":
      return `The rows of a batch differ from those that were approved. Nothing more is paid. ${way}.`
  }
}
