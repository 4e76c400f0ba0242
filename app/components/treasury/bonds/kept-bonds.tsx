import { AskForm, KeepersLink } from "~/components/treasury/distributions/ask-keepers"
import { keptByWords } from "~/components/treasury/distributions/kept-words"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { BondParkingView, ParkedPanel } from "~/effects/treasury/bonds/parked/views"
import { counted } from "~/effects/treasury/bonds/unitWords"
import type { KeptBy } from "~/effects/treasury/distributions/views"
import { BondTrust, type OfSeries, parkedText, UnitsField } from "./parked-words"

interface OfferProps extends OfSeries {
  readonly offer: NonNullable<ParkedPanel["offer"]>
  readonly keptBy: KeptBy
}

const aboutOf = ({ isSale, series }: OfSeries) => ({ series: series.id, direction: isSale ? "buy" : "redeem" })

/** The treasury opens for several: they park together, and the site's key settles. */
export function KeptOffer({ keptBy, offer, ...of }: OfferProps) {
  const { isSale, series } = of
  const when =
    isSale && series.settleMode === "atClose"
      ? "all orders when the sale closes"
      : `every ${isSale ? "order" : "request"} within about a minute of being signed`
  return (
    <AskForm
      intent="propose-bond-parking"
      about={aboutOf(of)}
      word="Ask the signers"
      isMain
      fields={(reply) => (
        <>
          <p>
            This treasury opens for {keptByWords(keptBy)}, so no single wallet settles orders. They approve once to park{" "}
            {isSale ? `the ${counted(offer.units, "unit")} that are not sold` : "the face values"}, and the site's key
            settles {when}. What is left is returned automatically.
          </p>
          {!isSale && <UnitsField offer={offer} symbol={series.symbol} reply={reply} />}
          <BondTrust {...of} total={offer.total} fees={offer.fees}>
            The signers together take everything back at any moment.
          </BondTrust>
        </>
      )}
    >
      Nothing moves until enough of them have approved.
    </AskForm>
  )
}

/** The keepers have it before them. */
export function KeptAsked({ parking, ...of }: OfSeries & { readonly parking: BondParkingView }) {
  return (
    <div className="stack">
      <p>
        The signers are asked to park {parkedText(of, parking.total)} and {moneyText(parking.fees)} XRD for fees. The
        site's key then settles automatically. The person who proposed it can withdraw it there.
      </p>
      <p>
        <KeepersLink />
      </p>
    </div>
  )
}

/** Taking back what they parked together. */
export function KeptBack({ keptBy, ...of }: OfSeries & { readonly keptBy: KeptBy }) {
  return (
    <AskForm intent="propose-bond-back" about={aboutOf(of)} word="Ask the signers to take everything back">
      {keptByWords(keptBy)} approve it, within 15 minutes; after that the site returns it automatically.
    </AskForm>
  )
}
