import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { rhythmWords } from "~/effects/treasury/payouts/list/rhythm"
import type { EnforcedBy, RunPage } from "~/effects/treasury/payouts/views"
import { AskSigners } from "./ask-signers"
import { enforcedByText } from "./enforced-by-text"
import { EscrowTrust } from "./escrow-trust"
import { FundPart } from "./fund-part"

type Props = { readonly page: RunPage; readonly multisig: EnforcedBy }

/** A multisig treasury: the signers approve funding the escrow, and the relayer pays. */
export function SignersPay({ multisig, page: { isEscrowOffered, preview, run, treasuryAccount } }: Props) {
  if (preview?.ok !== true) return null
  if (!isEscrowOffered)
    return (
      <p>
        This treasury needs the approval of {enforcedByText(multisig)}. Lists are paid for it with a relayer key, and
        the operator of this site has not set one up.
      </p>
    )
  return (
    <section className="stack" aria-labelledby="pay-once">
      <h3 id="pay-once">The signers approve once, the site pays</h3>
      <p>
        This treasury needs the approval of {enforcedByText(multisig)}. They approve moving {readable(run.total)}{" "}
        {run.symbol} and {readable(preview.escrowFees)} XRD for fees into an escrow account. The site's relayer key then
        pays everyone in {counted(preview.batches, "batch", "batches")}
        {run.rhythm !== null && `: ${rhythmWords(run.rhythm)}`}. Anyone with a badge can pause or stop it; together, the
        signers can withdraw the rest at any time.
      </p>
      {preview.short === null ? (
        <>
          <EscrowTrust
            total={run.total}
            symbol={run.symbol}
            fees={preview.escrowFees}
            digest={run.digest ?? ""}
            isMultisig
          />
          <AskSigners intent="propose-escrow" number={run.number} digest={run.digest} word="Ask the signers" isMain>
            Nothing moves until enough signers have approved.
          </AskSigners>
        </>
      ) : (
        <FundPart short={preview.short} treasury={treasuryAccount} what="before you can ask the signers." />
      )}
    </section>
  )
}
