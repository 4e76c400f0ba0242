import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ManifestFold } from "~/components/chain/prepared-transactions/manifest-fold"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { peopleIn } from "~/effects/treasury/payouts/list/people"
import { rhythmWords } from "~/effects/treasury/payouts/list/rhythm"
import type { Preview, RunPage } from "~/effects/treasury/payouts/views"
import { EscrowTrust } from "./escrow-trust"
import { FundPart } from "./fund-part"
import { SignersPay } from "./signers-pay"

type Props = {
  readonly page: RunPage
  /** Called on submit: the next step may open the wallet without another click. */
  readonly onPay: () => void
}
type Tried = { readonly preview: Extract<Preview, { ok: true }> }
type Way = "site" | "wallet"

/**
 * The way that the page offers first. A single transaction is signed, because escrow would gain nothing; several
 * batches and recurring payouts are paid by the relayer after one approval, if this site has a relayer key.
 */
const wayOf = ({ isEscrowOffered, run }: RunPage, { batches }: Tried["preview"]): Way =>
  run.rhythm !== null || (isEscrowOffered && batches > 1) ? "site" : "wallet"

/** What will happen, with one main button; the other way to pay is in a closed disclosure below. */
export function PayChoice({ onPay, page }: Props) {
  const { isEscrowOffered, multisig, preview, run } = page
  if (preview?.ok !== true) return null
  if (multisig !== null) return <SignersPay page={page} multisig={multisig} />
  if (run.rhythm !== null && !isEscrowOffered) {
    return (
      <p>
        Recurring payouts are paid by the site's relayer key, and the operator of this site has not set one up. Change
        the rows to pay once.
      </p>
    )
  }
  const way = wayOf(page, preview)
  return (
    <div className="stack" data-gap="l">
      {way === "site" ? (
        <SitePays page={page} preview={preview} onPay={onPay} isMain />
      ) : (
        <WalletPays page={page} preview={preview} onPay={onPay} isMain />
      )}
      {run.rhythm === null && isEscrowOffered && (
        <details open={way === "site" && preview.short !== null}>
          <summary>
            {way === "site"
              ? `Or sign each batch yourself: ${counted(preview.batches, "approval")}`
              : "Or let the site pay after one approval"}
          </summary>
          {way === "site" ? (
            <WalletPays page={page} preview={preview} onPay={onPay} />
          ) : (
            <SitePays page={page} preview={preview} onPay={onPay} />
          )}
        </details>
      )}
    </div>
  )
}

type WayProps = Props & Tried & { readonly isMain?: true }

/** One approval puts the amount and its fees in escrow; the relayer pays from there. */
function SitePays({ isMain, onPay, page, preview }: WayProps) {
  const { run, treasuryAccount } = page
  const { batches, escrowFees, short } = preview
  return (
    <section className="stack" aria-labelledby="pay-once">
      <h3 id="pay-once">The site pays: one approval</h3>
      <p>
        You approve once: {readable(run.total)} {run.symbol} and {readable(escrowFees)} XRD for fees move into an escrow
        account. The site's relayer key then pays everyone in {counted(batches, "batch", "batches")}
        {run.rhythm !== null && `: ${rhythmWords(run.rhythm)}`}. You can close this page, and stop it or withdraw the
        rest at any time; what is left over is returned automatically.
      </p>
      {short === null ? (
        <>
          <EscrowTrust total={run.total} symbol={run.symbol} fees={escrowFees} digest={run.digest} />
          <PayForm page={page} way="site" onPay={onPay} isMain={isMain} />
        </>
      ) : (
        <FundPart short={short} treasury={treasuryAccount} what="before the site can pay this list." />
      )}
    </section>
  )
}

/** The wallet signs one batch after another. */
function WalletPays({ isMain, onPay, page, preview }: WayProps) {
  const { isEscrowOffered, run } = page
  const { allFees, batches, fee, manifest, size } = preview
  const people = counted(run.rowsReady, "person", "people")
  return (
    <section className="stack" aria-labelledby="pay-each">
      <h3 id="pay-each">{batches === 1 ? "You sign once" : `You sign each batch: ${counted(batches, "approval")}`}</h3>
      <p>
        {people} in {counted(batches, "batch", "batches")} of at most {size}.{" "}
        {batches === 1
          ? `It is one transaction in your wallet and costs about ${readable(fee)} test XRD.`
          : `Each is one transaction in your wallet and costs about ${readable(fee)} test XRD, ${readable(allFees)} in all.`}{" "}
        {isEscrowOffered
          ? " No money goes into escrow, and the relayer does nothing."
          : batches > 1 &&
            " The site cannot pay for you after one approval, because its operator has not set up a relayer key."}
      </p>
      <PayForm page={page} way="wallet" onPay={onPay} isMain={isMain} />
      {batches > 1 && (
        <Form method="post">
          <Shown run={run} way="later" />
          <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="pay">
            Prepare the batches, sign later
          </button>
        </Form>
      )}
      <ManifestFold manifest={manifest} />
    </section>
  )
}

interface FormProps extends Props {
  readonly way: Way
  readonly isMain?: true | undefined
}

function PayForm({ isMain, onPay, page: { run }, way }: FormProps) {
  const isSending = useNavigation().formMethod === "POST"
  // The scroll position is not preserved: the next page is another one and starts with what happens now.
  return (
    <Form method="post" onSubmit={onPay}>
      <Shown run={run} way={way} />
      <BusyButton
        needsScript="where enabled"
        className="button"
        {...(isMain && { "data-kind": "primary" })}
        type="submit"
        name="intent"
        value="pay"
        isBusy={isSending}
      >
        {`Pay ${counted(peopleIn(run), "person", "people")} ${readable(run.total)} ${run.symbol}`}
      </BusyButton>
    </Form>
  )
}

/** Hash of the rows that the page showed; the server refuses to pay other rows. */
function Shown({ run, way }: Pick<RunPage, "run"> & { readonly way: Way | "later" }) {
  return (
    <>
      <input type="hidden" name="version" value={run.version} />
      <input type="hidden" name="digest" value={run.digest ?? ""} />
      <input type="hidden" name="way" value={way} />
    </>
  )
}
