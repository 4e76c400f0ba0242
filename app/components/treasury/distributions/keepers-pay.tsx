import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { rhythmWords } from "~/effects/treasury/distributions/list/rhythm"
import type { KeptBy, RunPage } from "~/effects/treasury/distributions/views"
import { AskKeepers } from "./ask-keepers"
import { FundPart } from "./fund-part"
import { keptByWords } from "./kept-words"
import { ParkedTrust } from "./parked-trust"

type Props = { readonly page: RunPage; readonly keptBy: KeptBy }

/** A multisig treasury: the signers approve funding the escrow, and the relayer pays. */
export function KeepersPay({ keptBy, page: { isParkingOffered, preview, run, treasuryAccount } }: Props) {
  if (preview?.ok !== true) return null
  if (!isParkingOffered)
    return (
      <p>
        This treasury needs the approval of {keptByWords(keptBy)}. Lists are paid for it with a relayer key, and the
        operator of this site has not set one up.
      </p>
    )
  return (
    <section className="stack" aria-labelledby="pay-once">
      <h3 id="pay-once">The signers approve once, the site pays</h3>
      <p>
        This treasury needs the approval of {keptByWords(keptBy)}. They approve moving {readable(run.total)}{" "}
        {run.symbol} and {readable(preview.parkedFees)} XRD for fees into an escrow account. The site's relayer key then
        pays everyone in {counted(preview.batches, "batch", "batches")}{" "}
        {run.rhythm !== null && `: ${rhythmWords(run.rhythm)}`}. Anyone with a badge can pause or stop it; together, the
        signers can withdraw the rest at any time.
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
            Nothing moves until enough signers have approved.
          </AskKeepers>
        </>
      ) : (
        <FundPart short={preview.short} treasury={treasuryAccount} what="before you can ask the signers." />
      )}
    </section>
  )
}
