import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { rhythmWords } from "~/effects/treasury/distributions/list/rhythm"
import type { KeptBy, RunPage } from "~/effects/treasury/distributions/views"
import { AskKeepers } from "./ask-keepers"
import { FundPart } from "./fund-part"
import { keptByWords } from "./kept-words"
import { ParkedTrust } from "./parked-trust"

type Props = { readonly page: RunPage; readonly keptBy: KeptBy }

/** The treasury opens for several: they approve parking it, and the site's key pays. */
export function KeepersPay({ keptBy, page: { isParkingOffered, preview, run, treasuryAccount } }: Props) {
  if (preview?.ok !== true) return null
  if (!isParkingOffered)
    return (
      <p>
        This treasury opens for {keptByWords(keptBy)}, who need a key of this site to pay a list. Its operator has not
        set one up.
      </p>
    )
  return (
    <section className="stack" aria-labelledby="pay-once">
      <h3 id="pay-once">The signers approve once, the site pays</h3>
      <p>
        This treasury opens for {keptByWords(keptBy)}. They approve parking {readable(run.total)} {run.symbol} and{" "}
        {readable(preview.parkedFees)} XRD for fees in an account made for it. The site's key then pays them all, in{" "}
        {counted(preview.batches, "batch", "batches")}
        {run.rhythm !== null && `: ${rhythmWords(run.rhythm)}`}. Anyone with a badge may pause or stop it; the signers
        together take back the rest at any moment.
      </p>
      {preview.short === null ? (
        <>
          <ParkedTrust
            total={run.total}
            symbol={run.symbol}
            fees={preview.parkedFees}
            digest={run.digest ?? ""}
            isKept
          />
          <AskKeepers intent="propose-parking" number={run.number} digest={run.digest} word="Ask the signers" isMain>
            Nothing moves until enough of them have approved.
          </AskKeepers>
        </>
      ) : (
        <FundPart short={preview.short} treasury={treasuryAccount} what="before the signers can be asked." />
      )}
    </section>
  )
}
