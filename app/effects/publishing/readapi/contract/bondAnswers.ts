/** Series of bonds, as the read API answers them (docs/product/bonds.md). Amounts are text, in the series' currency. */
import { Schema } from "effect"
import { Series, SeriesState } from "~/effects/treasury/bonds/Series"
import { couponEveries } from "~/effects/treasury/bonds/schedule"
import {
  ACCOUNT,
  Address,
  Amount,
  Count,
  Digest,
  Named,
  RESOURCE,
  SITE,
  Text,
  Time,
  TRANSACTION,
  told,
  Whole
} from "./parts"

const Payment = Schema.Struct({
  dueAt: Time("When it is due.", "2027-05-20T00:00:00.000Z"),
  kind: told(Schema.Literal("coupon", "redemption"), "Interest, or the face value.", "coupon"),
  perUnit: Amount("What one unit gets.", "2.5"),
  status: told(Schema.Literal("due", "paid", "late"), "How it stands.", "due"),
  paidAt: told(Schema.NullOr(Schema.String), "When it was paid; null before. UTC, with milliseconds.", null),
  daysLate: told(Schema.NullOr(Whole), "Whole days it was late by; null while it is not paid.", null)
}).annotations({ identifier: "Payment" })

const Reserve = Schema.Struct({
  held: Amount("What the reserve account holds.", "5000"),
  owed: Amount("What is owed out of it, by all series.", "4200"),
  owedHere: Amount("Of that, by this series.", "4000"),
  alsoOwed: Schema.Array(
    Schema.Struct({
      code: told(Schema.NullOr(Schema.String), "The series; null where it is another community's.", "GRD-2028A"),
      owed: Amount("What it owes out of the same account.", "200")
    })
  ).annotations({ description: "Other series that are paid from the same account." }),
  cover: Text("Held of owed, in words: a figure and a percent sign.", "119%")
}).annotations({ identifier: "Reserve", description: "What stands behind the series. Information, not a promise." })

export const BondAnswer = Schema.Struct({
  schema: Named("bond/1"),
  code: Text("Its name in addresses.", "GRD-2027A"),
  name: Text("As its community calls it.", "Greenhouse bond"),
  state: told(SeriesState, "Where it is in its life; `open` is on sale.", "active"),
  variant: told(Series.fields.variant, "Without interest, sold below its face value, or with coupons.", "coupon"),
  resource: told(Schema.NullOr(Schema.String), "The token that units are; null before it exists.", RESOURCE),
  currency: Schema.Struct({
    resource: Text("Its token.", RESOURCE),
    symbol: Text("Its symbol.", "XRD")
  }).annotations({ description: "What it is paid in." }),
  faceValue: Amount("What one unit pays back.", "100"),
  issuePrice: Amount("What one unit costs in the sale.", "100"),
  couponRatePct: told(
    Schema.NullOr(Schema.String),
    "Interest a year, in percent of the face value, as text; null without coupons.",
    "5"
  ),
  couponEvery: told(Schema.NullOr(Schema.Literal(...couponEveries)), "How often; null without coupons.", "halfyearly"),
  units: Count("Units on offer.", 400),
  ordered: Count("Units of orders that are signed or settled.", 380),
  settled: Count("Units that were swapped for money.", 380),
  redeemed: Count("Units that were paid back.", 0),
  minRaiseUnits: Count("Units below which the sale does not count.", 100),
  audience: told(Series.fields.audience, "Who may buy.", "public"),
  saleOpensAt: Time("When the sale opens.", "2026-11-20T14:00:00.000Z"),
  saleClosesAt: Time("When it closes.", "2026-12-20T14:00:00.000Z"),
  settleBy: Time("When every order is settled or void.", "2026-12-27T14:00:00.000Z"),
  maturesAt: Time("When it is paid back.", "2027-12-20T00:00:00.000Z"),
  payments: Schema.Array(Payment).annotations({ description: "In the order they are due." }),
  reserveAccount: Text("The account it is paid from.", ACCOUNT),
  reserve: Schema.NullOr(Reserve).annotations({
    description: "Null where nothing is owed, or the ledger does not answer."
  }),
  termsDigest: Schema.NullOr(Digest("SHA-256 of the canonical terms, which the ledger keeps.")),
  issueTransaction: told(Schema.NullOr(Schema.String), "The transaction that made the token.", TRANSACTION),
  terms: Address("The terms as a file.", `${SITE}/api/bonds/k3v7qz2mfa5x/terms/GRD-2027A`),
  url: Address("Its public page.", `${SITE}/explore/riverside-garden/bonds/GRD-2027A`)
}).annotations({ identifier: "Bond" })
