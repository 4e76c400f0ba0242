/** Why a payout in escrow is not signed by hand. Pure. */
import type { Escrow } from "~/effects/treasury/escrow/Escrow"

/** Why no batch can be signed by hand now; null if it can. */
export const byHandRefused = ({
  problem,
  signerRule,
  state
}: Pick<Escrow, "signerRule" | "problem" | "state">): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? signerRule === null
          ? "A wallet is asked to move this payout into escrow. Approve it there, or sign each batch instead."
          : "The signers are asked to move this payout into escrow."
        : null
    case "funded":
      return signerRule === null
        ? "The site is paying this payout. To sign the rest yourself, let the site return the rest, or withdraw it."
        : "The site is paying this payout from the signers' escrow. Stop it first; the rest is then returned."
    case "refunding":
      return "The money in escrow is being returned. Wait until it has arrived."
    case "ended":
      return null
  }
}
