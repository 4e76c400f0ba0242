/**
 * The two bonds of the demonstration (docs/product/publishing.md), one running and one with an open sale, with the
 * votes in which their communities approved them. Pure.
 */

import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { monthsLater } from "~/effects/base/text/calendar"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import { wellKnown } from "~/ledger/index"
import type { DemoBallot, DemoVote } from "./demoVotes"

export interface DemoSeries {
  readonly id: string
  readonly slug: string
  readonly owner: string
  /** Who ordered, and how many units; each of them has 10,000 XRD from the faucet. */
  readonly orders: ReadonlyArray<readonly [name: string, units: number]>
  /** How many times the faucet pays into the reserve, which stands for the community's savings. */
  readonly putBy: number
  readonly vote: Pick<DemoVote, "quorumPct" | "thresholdPct"> & { readonly ballots: ReadonlyArray<DemoBallot> }
  /** Its sale is over, and all orders were settled. */
  readonly isSettled: boolean
  readonly termsAt: (now: number, treasury: AccountAddress) => SeriesTerms
}

/** Six in the evening, UTC, this many days from now. */
const evening = (now: number, days: number) => (Math.floor(now / DAY_MS) + days) * DAY_MS + 18 * (DAY_MS / 24)

const usual = {
  currency: wellKnown("xrd", NETWORK_ID),
  symbol: "XRD",
  divisibility: 18,
  faceValue: AmountText.make("100"),
  minPerBuyer: 5,
  maxPerBuyer: 50
} as const

export const gardenSeries: DemoSeries = {
  id: "grdseriesaaa",
  slug: "riverside-garden",
  owner: "Marta Lindqvist",
  orders: [
    ["Joaquim Teles", 30],
    ["Sofia Brandt", 15],
    ["Amir Haddad", 40]
  ],
  putBy: 0,
  vote: {
    quorumPct: 25,
    thresholdPct: 66,
    ballots: [
      { by: "Marta Lindqvist", hours: 1, choice: "yes" },
      { by: "Joaquim Teles", hours: 3, choice: "yes", reason: "Water is what we buy most." },
      { by: "Piet van Dam", hours: 26, choice: "yes" },
      { by: "Ruth Okafor", hours: 31, choice: "no", reason: "We owe nobody anything today. I liked that." },
      { by: "Sofia Brandt", hours: 48, choice: "yes" },
      { by: "Amir Haddad", hours: 90, choice: "yes" }
    ]
  },
  isSettled: true,
  termsAt: (now, reserveAccount) => ({
    ...usual,
    name: "Rain tanks for the upper beds",
    purpose:
      "Four tanks of a thousand litres catch the roof's rain for the upper beds. What the garden saves on water in a year pays the bond back, and the tanks stay.",
    variant: "zero",
    issuePrice: AmountText.make("92"),
    units: 120,
    couponRatePct: null,
    couponEvery: null,
    audience: "public",
    minRaiseUnits: 40,
    saleOpensAt: evening(now, -15),
    saleClosesAt: evening(now, -1),
    settleMode: "atClose",
    maturesAt: evening(now, 179),
    reserveAccount
  })
}

export const solarSeries: DemoSeries = {
  id: "sunseriesaaa",
  slug: "solar-roof",
  owner: "Hanna Vogel",
  orders: [
    ["Elin Strand", 50],
    ["Grace Adeleke", 40],
    ["Dora Simic", 50],
    ["Paolo Greco", 32],
    ["Samir Khoury", 40]
  ],
  putBy: 3,
  vote: {
    quorumPct: 20,
    thresholdPct: 60,
    ballots: [
      { by: "Hanna Vogel", hours: 1, choice: "yes" },
      { by: "Milan Petrov", hours: 4, choice: "yes", reason: "The first roof made nine per cent more than we said." },
      { by: "Dora Simic", hours: 19, choice: "no", reason: "Two years is long for a school that changes its head." },
      { by: "Grace Adeleke", hours: 33, choice: "yes" },
      { by: "Nora Fitzgerald", hours: 52, choice: "yes" },
      { by: "Paolo Greco", hours: 120, choice: "yes" }
    ]
  },
  isSettled: false,
  termsAt: (now, reserveAccount) => ({
    ...usual,
    name: "Second roof, east wing",
    purpose:
      "Sixty more panels on the school's east wing. The school buys the power at a fixed price; that money pays the coupons, and what is left each year is put by for the day the bond ends.",
    variant: "coupon",
    issuePrice: AmountText.make("100"),
    units: 500,
    couponRatePct: AmountText.make("8"),
    couponEvery: "quarterly",
    audience: "members",
    minRaiseUnits: 200,
    saleOpensAt: evening(now, -5),
    saleClosesAt: evening(now, 10),
    settleMode: "atClose",
    maturesAt: monthsLater(evening(now, 10), 24),
    reserveAccount
  })
}

const VOTING_HOURS = 168
/** From the close of the vote to the opening of the sale. */
const BETWEEN_HOURS = 24
const HOUR_MS = DAY_MS / 24

/** A spending vote on exactly these terms, which closes in time for the sale. */
export const voteOn = ({ owner, slug, vote }: DemoSeries, terms: SeriesTerms, now: number): DemoVote => ({
  ...vote,
  slug,
  by: owner,
  kind: "spending",
  title: `Issue a bond: ${terms.name}`,
  summary: `${terms.units} units at ${terms.issuePrice} ${terms.symbol}, paid back at ${terms.faceValue}.`,
  body: terms.purpose,
  voteType: "basic",
  openedHoursAgo: Math.round((now - terms.saleOpensAt) / HOUR_MS) + BETWEEN_HOURS + VOTING_HOURS,
  periodHours: VOTING_HOURS,
  reviewHours: 24
})
