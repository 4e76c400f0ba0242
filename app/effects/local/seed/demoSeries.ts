/** The two bonds of the demonstration (product 4.6): one that runs, and one whose sale is open. Pure. */
import { wellKnown } from "~/ledger/index"
import { DAY_MS } from "../../bonds/limits"
import type { SeriesTerms } from "../../bonds/Series"
import { monthsLater } from "../../bonds/schedule"
import { NETWORK_ID } from "../../networks"

export interface DemoSeries {
  readonly id: string
  readonly slug: string
  readonly owner: string
  /** Who ordered, and how many units; every one of them has 10,000 XRD from the faucet. */
  readonly orders: ReadonlyArray<readonly [name: string, units: number]>
  /** So often the faucet gives to the reserve: what the community has put by. */
  readonly putBy: number
  /** Its sale is over, and everything was swapped. */
  readonly isSettled: boolean
  readonly termsAt: (now: number, treasury: string) => SeriesTerms
}

/** Six in the evening, UTC, so many days from now. */
const evening = (now: number, days: number) => (Math.floor(now / DAY_MS) + days) * DAY_MS + 18 * (DAY_MS / 24)

const usual = {
  currency: wellKnown("xrd", NETWORK_ID),
  symbol: "XRD",
  divisibility: 18,
  faceValue: "100",
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
  isSettled: true,
  termsAt: (now, reserveAccount) => ({
    ...usual,
    name: "Rain tanks for the upper beds",
    purpose:
      "Four tanks of a thousand litres catch the roof's rain for the upper beds. What the garden saves on water in a year pays the bond back, and the tanks stay.",
    variant: "zero",
    issuePrice: "92",
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
  isSettled: false,
  termsAt: (now, reserveAccount) => ({
    ...usual,
    name: "Second roof, east wing",
    purpose:
      "Sixty more panels on the school's east wing. The school buys the power at a fixed price; that money pays the coupons, and what is left each year is put by for the day the bond ends.",
    variant: "coupon",
    issuePrice: "100",
    units: 500,
    couponRatePct: "8",
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
