import { type Lane, MaturityTimeline } from "~/components/base/charts/maturity-timeline"

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

/** Sample series, labelled as such: the life of a bond, shown before any community has issued one. */
const lanes: ReadonlyArray<Lane> = [
  {
    code: "GRD-2027A",
    title: "water tank, no coupons",
    sale: [day("2026-12-01"), day("2026-12-15")],
    runsFrom: day("2026-12-15"),
    coupons: [],
    maturity: day("2027-06-13")
  },
  {
    code: "SUN-2027A",
    title: "first roof, 8% a year, paid quarterly",
    sale: [day("2026-11-15"), day("2026-11-30")],
    runsFrom: day("2026-11-30"),
    coupons: ["2027-02-28", "2027-05-31", "2027-08-31", "2027-11-30"].map(day),
    maturity: day("2027-11-30")
  }
]

function SampleSeries() {
  return (
    <MaturityTimeline
      says="A sample, not an offer. GRD-2027A is bought for 92 and pays back 100 after 180 days. SUN-2027A pays 2 for each 100 every quarter and gives the 100 back after a year."
      name="A sample, not an offer. GRD-2027A costs 92 and pays back 100 after 180 days. SUN-2027A pays 2 for each 100 every quarter and returns the 100 after a year."
      lanes={lanes}
      now={null}
      table={{
        caption: "Two sample series",
        columns: ["Series", "Sale", "Payments", "Maturity"],
        rows: [
          ["GRD-2027A", "1 to 15 Dec 2026", "none before the end", "13 Jun 2027"],
          ["SUN-2027A", "15 to 30 Nov 2026", "2 for each 100, four times", "30 Nov 2027"]
        ]
      }}
    />
  )
}

/** Before and after: an order moves nothing, the swap moves both sides in one transaction (docs/product/bonds.md). */
export function BondsExplained() {
  return (
    <section className="wrap section" aria-labelledby="bonds">
      <div className="section__head">
        <h2 id="bonds">Bonds without a middleman</h2>
        <p>An order is a signed intention. It executes as a whole swap or not at all.</p>
      </div>
      <div className="section__body stack" data-gap="l">
        <div className="columns" data-even>
          <OrderFigure />
          <SwapFigure />
        </div>
        <SampleSeries />
      </div>
    </section>
  )
}

/** Before: a signed order between both sides, and nothing moves. */
function OrderFigure() {
  return (
    <figure className="hero__figure">
      <figcaption>
        <b>Order.</b> <span className="muted">Nothing moves.</span>
      </figcaption>
      <svg
        className="diagram"
        viewBox="0 0 300 96"
        role="img"
        aria-label="Before: the buyer holds the money, the treasury holds the units. Between them a dotted line, a signed order; nothing moves."
      >
        <rect className="before" x=".5" y="20.5" width="92" height="54" />
        <rect className="before" x="207.5" y="20.5" width="92" height="54" />
        <text className="said" x="46" y="44">
          Buyer
        </text>
        <text x="46" y="62">
          money
        </text>
        <text className="said" x="253" y="44">
          Treasury
        </text>
        <text x="253" y="62">
          units
        </text>
        <line className="intent" x1="96" x2="204" y1="48" y2="48" />
        <text x="150" y="38">
          signed order
        </text>
      </svg>
      <p className="small muted">
        Your wallet signs what you would give and what you must receive. You can still withdraw.
      </p>
    </figure>
  )
}

/** After one transaction: both sides have changed hands. */
function SwapFigure() {
  return (
    <figure className="hero__figure">
      <figcaption>
        <b>Swap.</b> <span className="muted">Both sides at the same time.</span>
      </figcaption>
      <svg
        className="diagram"
        viewBox="0 0 300 96"
        role="img"
        aria-label="After one transaction: the buyer holds the units, the treasury holds the money."
      >
        <rect className="after" x=".5" y="20.5" width="92" height="54" />
        <rect className="after" x="207.5" y="20.5" width="92" height="54" />
        <text className="said" x="46" y="44">
          Buyer
        </text>
        <text className="said" x="46" y="62">
          units
        </text>
        <text className="said" x="253" y="44">
          Treasury
        </text>
        <text className="said" x="253" y="62">
          money
        </text>
        <path className="moves" d="M97 40h102m-6-4.5 6 4.5-6 4.5M203 56H101m6-4.5-6 4.5 6 4.5" />
        <text x="150" y="30">
          money
        </text>
        <text x="150" y="74">
          units
        </text>
      </svg>
      <p className="small muted">
        The ledger executes the whole exchange or nothing. Nobody holds the money in between.
      </p>
    </figure>
  )
}
