import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ManifestFold } from "~/components/chain/ledger-steps/manifest-fold"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { rhythmWords } from "~/effects/treasury/distributions/list/rhythm"
import type { KeptBy, RunPage } from "~/effects/treasury/distributions/views"
import { AskKeepers } from "./ask-keepers"
import { keptByWords } from "./kept-words"
import { ParkedTrust } from "./parked-trust"

type Props = { readonly page: RunPage }

/** The treasury opens for several: they approve parking it, and the site's key pays. */
function KeepersPay({ keptBy, page: { isParkingOffered, preview, run } }: Props & { readonly keptBy: KeptBy }) {
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
      <h3 id="pay-once">The keepers approve once, the site pays</h3>
      <p>
        This treasury opens for {keptByWords(keptBy)}. They approve parking {readable(run.total)} {run.symbol} and{" "}
        {readable(preview.parkedFees)} XRD for fees in an account made for it. The site's key then pays them all, in{" "}
        {counted(preview.batches, "batch", "batches")}
        {run.rhythm !== null && `: ${rhythmWords(run.rhythm)}`}. Whoever holds a badge may pause or stop it; the keepers
        together take back the rest at any moment.
      </p>
      <ParkedTrust total={run.total} symbol={run.symbol} fees={preview.parkedFees} digest={run.digest ?? ""} isKept />
      <AskKeepers intent="propose-parking" number={run.number} digest={run.digest} word="Ask the keepers" isMain>
        Nothing moves until enough of them have approved.
      </AskKeepers>
    </section>
  )
}

/** Two ways to pay: one approval for the site's key, or one for each batch. */
export function PayChoice({ page }: Props) {
  const { isParkingOffered, keptBy, preview, run } = page
  const isSending = useNavigation().formMethod === "POST"
  if (preview?.ok !== true) return null
  if (keptBy !== null) return <KeepersPay page={page} keptBy={keptBy} />
  const { allFees, batches, fee, manifest, parkedFees, size } = preview
  const people = counted(run.rowsReady, "person", "people")
  const approvals = counted(batches, "approval")
  return (
    <div className="stack" data-gap="l">
      {isParkingOffered && (
        <section className="stack" aria-labelledby="pay-once">
          <h3 id="pay-once">The site pays: one approval</h3>
          <p>
            One approval parks {readable(run.total)} {run.symbol} and {readable(parkedFees)} XRD for fees in an account
            made for it. The site's key then pays them all, in {counted(batches, "batch", "batches")}
            {run.rhythm !== null && `: ${rhythmWords(run.rhythm)}`}. You may close this page, stop it or take back the
            rest at any moment; what is left over returns by itself.
          </p>
          <ParkedTrust total={run.total} symbol={run.symbol} fees={parkedFees} digest={run.digest ?? ""} />
          <Form method="post" preventScrollReset>
            <input type="hidden" name="digest" value={run.digest ?? ""} />
            <BusyButton
              className="button"
              data-kind="primary"
              type="submit"
              name="intent"
              value="park"
              isBusy={isSending}
            >
              Approve once
            </BusyButton>
          </Form>
        </section>
      )}
      {run.rhythm !== null && !isParkingOffered && (
        <p>
          A standing payout is paid by a key of the site, and this site has none: its operator has not set one up.
          Change the rows to pay once.
        </p>
      )}
      {run.rhythm === null && (
        <section className="stack" aria-labelledby="pay-each">
          <h3 id="pay-each">Sign each batch yourself: {approvals}</h3>
          <p>
            {people} in {counted(batches, "batch", "batches")} of at most {size}. Each is one transaction in your wallet
            and costs about {readable(fee)} test XRD, {readable(allFees)} in all.
            {isParkingOffered
              ? " Nothing is parked, and the site's key does nothing."
              : " This site has no key of its own that could pay after one approval: its operator has not set one up."}
          </p>
          <Form method="post" preventScrollReset>
            <BusyButton
              className="button"
              {...(!isParkingOffered && { "data-kind": "primary" })}
              type="submit"
              name="intent"
              value="start"
              isBusy={isSending}
            >
              Send
            </BusyButton>
          </Form>
          <p className="small muted">The first batch:</p>
          <ManifestFold manifest={manifest} />
        </section>
      )}
    </div>
  )
}
