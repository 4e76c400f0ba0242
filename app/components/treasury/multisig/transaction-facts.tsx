import { Link } from "@remix-run/react"
import { Fact } from "~/components/base/parts/fact"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { readable } from "~/effects/base/amounts/readable"
import { EVERY } from "~/effects/treasury/bonds/words"
import type { Offer, TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"

const ESCROW = "The money is in an account made for it, which these signers control together, or the relayer."
type OfPayout = Exclude<TransactionRequest["kind"], "issue" | "collateral">
const payoutWords: Readonly<Record<OfPayout, string>> = {
  parking: `${ESCROW} The relayer pays the rows of this list and refunds the rest; it could send the money in escrow elsewhere, and this site would report that within about a minute.`,
  back: "Everything left in escrow comes back to the treasury. The relayer pays nothing more from it.",
  recovery: "It goes back to the treasury. Those who did not claim in time can no longer claim it."
}
const BUDGET_WORDS = `${ESCROW} Until its last day any one signer orders payments within its terms, and the relayer makes them; it could send the money in escrow elsewhere, and this site would report that within about a minute.`
const bondWords: Readonly<Record<Exclude<TransactionRequest["kind"], "recovery">, string>> = {
  issue:
    "The units are issued into the treasury, and their terms never change. Nobody can make more of them, and nothing is sold yet.",
  parking: `${ESCROW} The relayer settles what buyers or holders have signed, for exactly what they signed, and refunds the rest; it could send what is in escrow elsewhere, and this site would report that within about a minute. Money that buyers pay goes to the treasury.`,
  back: "Everything left in escrow comes back to the treasury. The relayer settles nothing more from it.",
  collateral: "It secured bonds that the treasury holds: those it redeemed, and those nobody bought."
}

const wordsOf = ({ about, kind }: TransactionRequest): string => {
  if ("what" in about && kind === "parking") return BUDGET_WORDS
  if ("number" in about) return kind === "issue" || kind === "collateral" ? "" : payoutWords[kind]
  return kind === "recovery" ? "" : bondWords[kind]
}

type Props = { readonly payload: TransactionRequest; readonly now: number }

/** What a request about escrow, a bond or a budget is for, and its result. */
export function StepFacts({ now, payload }: Props) {
  const { about, digest, offer } = payload
  return (
    <>
      <Fact name="For">
        <About payload={payload} />
      </Fact>
      {offer !== null && <Promised offer={offer} now={now} />}
      <Fact name="What happens">{wordsOf(payload)}</Fact>
      {digest !== null && (
        <div>
          <dt>
            {"series" in about ? "Code of the terms" : "what" in about ? "Code of its terms" : "Code of the list"}
          </dt>
          <dd className="digest">{digest}</dd>
        </div>
      )}
    </>
  )
}

function About({ payload: { about, kind } }: Pick<Props, "payload">) {
  const { id } = useFrame()
  const inside = `/community/detail/${id}`
  if ("what" in about) return <Link to={`${inside}/budgets?b=${about.number}`}>Budget {about.number}</Link>
  if ("number" in about) {
    return <Link to={`${inside}/tokenDistribution?d=${about.number}`}>Payout {about.number}</Link>
  }
  // A series is a draft on its own page until it is issued.
  const to = kind === "issue" ? `bondissue?draft=${about.series}` : `bondissued?series=${about.code}`
  return <Link to={`${inside}/${to}`}>Bond {about.code}</Link>
}

/** The terms that bind the community once the bond is issued. */
function Promised({ now, offer }: { readonly offer: Offer; readonly now: number }) {
  const { couponEvery, couponRatePct, faceValue, issuePrice, minRaiseUnits, symbol } = offer
  return (
    <>
      <Fact name="One unit">
        Sold for {readable(issuePrice)} {symbol}, paid back with {readable(faceValue)} {symbol}
        {couponRatePct !== null && couponEvery !== null && `, and ${couponRatePct}% a year ${EVERY[couponEvery]}`}
      </Fact>
      <Fact name="Sale">
        <TimePair at={offer.saleOpensAt} now={now} short /> to <TimePair at={offer.saleClosesAt} now={now} short />
        {minRaiseUnits > 0 && `; nothing is sold below ${minRaiseUnits} units`}
      </Fact>
      <Fact name="Matures">
        <TimePair at={offer.maturesAt} now={now} short />
      </Fact>
      {offer.secured !== undefined && (
        <Fact name="Collateral of one unit">
          {readable(offer.secured.amount)} {offer.secured.symbol}, locked by this transaction until{" "}
          {offer.secured.graceDays} days after maturity. Nobody can take it back before.
        </Fact>
      )}
    </>
  )
}
