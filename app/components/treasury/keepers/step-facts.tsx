import { Link } from "@remix-run/react"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { readable } from "~/effects/base/amounts/readable"
import { EVERY } from "~/effects/treasury/bonds/words"
import type { Offer, StepAct } from "~/effects/treasury/keepers/Act"

const PARKED = "It lies in an account made for it, which opens for these signers together or for the site's key."
const payoutWords: Readonly<Record<Exclude<StepAct["kind"], "issue">, string>> = {
  parking: `${PARKED} The key pays the rows of this list and returns the rest; it could send what is parked elsewhere, which this site would name within about a minute.`,
  back: "Everything that is left in the parked account comes back to the treasury. The site's key pays nothing more from it.",
  recovery: "It goes back to the treasury. Who did not claim in time has nothing waiting any more."
}
const BUDGET_WORDS = `${PARKED} Until its last day any one signer orders payments within its terms, and the key makes them; it could send what is parked elsewhere, which this site would name within about a minute.`
const bondWords: Readonly<Record<Exclude<StepAct["kind"], "recovery">, string>> = {
  issue:
    "The units are issued into the treasury, and their terms never change. Nobody can make more of them, and nothing is sold yet.",
  parking: `${PARKED} The key settles what buyers or holders have signed, for exactly what they signed, and returns the rest; it could send what is parked elsewhere, which this site would name within about a minute. Money that buyers pay goes to the treasury.`,
  back: "Everything that is left in the parked account comes back to the treasury. The site's key settles nothing more from it."
}

const wordsOf = ({ about, kind }: StepAct): string => {
  if ("what" in about && kind === "parking") return BUDGET_WORDS
  if ("number" in about) return kind === "issue" ? "" : payoutWords[kind]
  return kind === "recovery" ? "" : bondWords[kind]
}

type Props = { readonly payload: StepAct; readonly now: number }

/** What a step is for, and what it leaves behind. */
export function StepFacts({ now, payload }: Props) {
  const { about, digest, offer } = payload
  return (
    <>
      <div>
        <dt>For</dt>
        <dd>
          <About payload={payload} />
        </dd>
      </div>
      {offer !== null && <Promised offer={offer} now={now} />}
      <div>
        <dt>What happens</dt>
        <dd>{wordsOf(payload)}</dd>
      </div>
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
    return <Link to={`${inside}/tokenDistribution?d=${about.number}`}>Distribution {about.number}</Link>
  }
  // Until it is issued, a series is a draft on the page where it was written.
  const to = kind === "issue" ? `bondissue?draft=${about.series}` : `bondissued?series=${about.code}`
  return <Link to={`${inside}/${to}`}>Bond {about.code}</Link>
}

/** The terms that bind the community once it is issued. */
function Promised({ now, offer }: { readonly offer: Offer; readonly now: number }) {
  const { couponEvery, couponRatePct, faceValue, issuePrice, minRaiseUnits, symbol } = offer
  return (
    <>
      <div>
        <dt>One unit</dt>
        <dd>
          Sold for {readable(issuePrice)} {symbol}, paid back with {readable(faceValue)} {symbol}
          {couponRatePct !== null && couponEvery !== null && `, and ${couponRatePct}% a year ${EVERY[couponEvery]}`}
        </dd>
      </div>
      <div>
        <dt>Sale</dt>
        <dd>
          <TimePair at={offer.saleOpensAt} now={now} short /> to <TimePair at={offer.saleClosesAt} now={now} short />
          {minRaiseUnits > 0 && `; nothing is sold below ${minRaiseUnits} units`}
        </dd>
      </div>
      <div>
        <dt>Matures</dt>
        <dd>
          <TimePair at={offer.maturesAt} now={now} short />
        </dd>
      </div>
    </>
  )
}
