/** Made-up numbers for the style guide, so that every chart can be shown. No other page of the site uses them. */

import type { Part } from "~/components/base/charts/fills"
import type { Lane } from "~/components/base/charts/maturity-timeline"
import type { Round } from "~/components/base/charts/ranked-rounds"
import { grouped } from "~/effects/base/text/grouped"
import type { BalanceLine, BalancePoint } from "~/effects/treasury/treasury/view"

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

export const now = day("2026-11-20")

export const votes: ReadonlyArray<Part> = [
  { fill: "for", letter: "Y", word: "Yes", share: 69.2, amount: "9" },
  { fill: "against", letter: "N", word: "No", share: 30.8, amount: "4" },
  { fill: "abstain", letter: "A", word: "Abstain", share: 0, amount: "1" }
]
export const voteTable = {
  caption: "Votes",
  columns: ["Choice", "Ballots", "Share"],
  rows: [
    ["Yes", "9", "69.2%"],
    ["No", "4", "30.8%"],
    ["Abstain", "1", "not counted"]
  ]
} as const
export const marks = [..."yynyyaynyyyanyyn"].map((letter) =>
  letter === "y" ? "yes" : letter === "n" ? "no" : "abstain"
)

export const rounds: ReadonlyArray<Round> = [
  {
    tallies: [
      { name: "The Spirit of the Beehive", votes: 6, text: "6", state: "stays" },
      { name: "Wings of Desire", votes: 5, text: "5", state: "stays" },
      { name: "Close-Up", votes: 4, text: "4", state: "leaves" }
    ],
    says: "Close-Up has the fewest first choices and is eliminated. Three ballots transfer to The Spirit of the Beehive, one to Wings of Desire."
  },
  {
    tallies: [
      { name: "The Spirit of the Beehive", votes: 9, text: "9", state: "wins" },
      { name: "Wings of Desire", votes: 6, text: "6", state: "stays" }
    ],
    says: "Two are left. The Spirit of the Beehive has 9 of 15."
  }
]

export const participation = [57, 50, 64, 71, 85, 78].map((value, index) => ({
  label: `No. ${index + 1}`,
  value,
  text: `${value}%`,
  detail: `No. ${index + 1}: ${Math.round((value * 14) / 100)} of 14 eligible members voted`
}))
export const members = ["2026-03-02", "2026-04-10", "2026-06-01", "2026-09-15", "2026-11-02"].map((date, index) => ({
  at: day(date),
  value: [3, 7, 9, 12, 14][index] ?? 0,
  date
}))

const balanceAt = (date: string, balance: string): BalancePoint => ({
  at: day(date),
  balance: balance as BalancePoint["balance"] // samples have no ids of their own
})

const lineOf = (name: string, highest: BalancePoint, points: ReadonlyArray<BalancePoint>): BalanceLine => ({
  resource: `resource_${name}`,
  name,
  points,
  highest,
  days: points.length,
  isBehind: false
})
export const balanceLines: ReadonlyArray<BalanceLine> = [
  lineOf("XRD", balanceAt("2026-05-11", "12400"), [
    balanceAt("2026-03-02", "4000"),
    balanceAt("2026-05-11", "12400"),
    balanceAt("2026-08-30", "8150.25"),
    balanceAt("2026-11-02", "9200")
  ]),
  lineOf("GRD", balanceAt("2026-03-02", "100000"), [balanceAt("2026-03-02", "100000")])
]

export const lanes: ReadonlyArray<Lane> = [
  {
    code: "SUN-2027A",
    title: "first roof",
    sale: null,
    runsFrom: day("2026-11-02"),
    coupons: ["2026-11-30", "2027-02-28", "2027-05-30", "2027-08-30"].map(day),
    maturity: day("2027-11-30")
  },
  {
    code: "SUN-2028A",
    title: "second roof, east wing",
    sale: [day("2026-11-01"), day("2026-11-30")],
    runsFrom: day("2026-11-30"),
    coupons: ["2027-02-28", "2027-05-30", "2027-08-30", "2027-11-30"].map(day),
    maturity: day("2028-11-30")
  }
]
export const laneTable = {
  caption: "Series",
  columns: ["Series", "Coupons", "Maturity"],
  rows: [
    ["SUN-2027A", "4", "30 Nov 2027"],
    ["SUN-2028A", "4", "30 Nov 2028"]
  ]
} as const

export const months = ["Nov 2026", "Feb 2027", "May 2027", "Aug 2027", "Nov 2027"].map((label, index) => {
  const [paid, got] = index === 0 ? [2000, 0] : [0, index === 4 ? 2040 : 40]
  return {
    label,
    in: got,
    out: paid,
    inText: grouped(got),
    outText: grouped(paid)
  }
})
export const holdings = [
  { name: "SUN-2027A", paid: 80, toCome: 2080, paidText: "80", toComeText: "2,080", next: "Next: 30 Nov 2026" },
  { name: "GRD-2027A", paid: 0, toCome: 1000, paidText: "0", toComeText: "1,000", next: "Next: 20 Aug 2027" }
]
export const bins = [
  { label: "20", count: 2 },
  { label: "25", count: 0 },
  { label: "30", count: 11 },
  { label: "35", count: 24 },
  { label: "40", count: 63 }
]
export const states = [
  { fill: "for", letter: "P", word: "Paid", count: 116 },
  { fill: "abstain", letter: "C", word: "To claim", count: 4 },
  { fill: "soft", letter: "W", word: "In the wallet", count: 40 },
  { fill: "track", letter: "T", word: "Pending", count: 27 }
] as const
