import { AskForm, SignersLink } from "~/components/treasury/payouts/ask-signers"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import { counted } from "~/effects/base/text/counted"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { EscrowPanel } from "~/effects/treasury/bonds/views"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { EnforcedBy } from "~/effects/treasury/payouts/views"
import { BondTrust, escrowText, type OfSeries, UnitsField } from "./escrow-messages"

interface OfferProps extends OfSeries {
  readonly offer: NonNullable<EscrowPanel["offer"]>
  readonly multisig: EnforcedBy
}

const aboutOf = ({ isSale, series }: OfSeries) => ({ series: series.id, direction: isSale ? "buy" : "redeem" })

/** Escrow for a multisig treasury: the signers fund it together, and the relayer settles. */
export function MultisigOffer({ multisig, offer, ...of }: OfferProps) {
  const { isSale, series } = of
  const when =
    isSale && series.settleMode === "atClose"
      ? "all orders when the sale closes"
      : `every ${isSale ? "order" : "request"} within about a minute of being signed`
  return (
    <AskForm
      intent="propose-bond-escrow"
      about={aboutOf(of)}
      word="Ask the signers"
      isMain
      fields={(reply) => (
        <>
          <p>
            This treasury needs {enforcedByText(multisig)}, so no single wallet can settle orders. The signers approve
            once to move {isSale ? `the ${counted(offer.units, "unit")} that are not sold` : "the face values"} into
            escrow, and the site settles {when}. It returns the rest automatically.
          </p>
          {!isSale && <UnitsField offer={offer} symbol={series.symbol} reply={reply} />}
          <BondTrust {...of} total={offer.total} fees={offer.fees}>
            The signers can withdraw everything together at any time.
          </BondTrust>
        </>
      )}
    >
      Nothing moves until enough of them have approved.
    </AskForm>
  )
}

/** The signers have a request to fund the escrow. */
export function MultisigRequested({ escrow, ...of }: OfSeries & { readonly escrow: EscrowSummary }) {
  return (
    <div className="stack">
      <p>
        The signers have a request to move {escrowText(of, escrow.total)} and {moneyText(escrow.fees)} XRD for fees into
        escrow. The site then settles automatically. The person who proposed it can withdraw the request there.
      </p>
      <p>
        <SignersLink />
      </p>
    </div>
  )
}

/** Withdraws what the signers put into escrow. */
export function MultisigRefund({ multisig, ...of }: OfSeries & { readonly multisig: EnforcedBy }) {
  return (
    <AskForm intent="propose-bond-back" about={aboutOf(of)} word="Ask the signers to withdraw everything">
      {enforcedByText(multisig)} must approve within 15 minutes; after that the site returns it automatically.
    </AskForm>
  )
}
