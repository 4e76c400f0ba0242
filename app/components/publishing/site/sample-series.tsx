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

export function SampleSeries() {
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
