/** Bond series in responses of the read API (docs/product/bonds.md). Amounts are text, in the series' currency. */
import { Schema } from "effect"
import { Series, SeriesState } from "~/effects/treasury/bonds/Series"
import { couponEveries } from "~/effects/treasury/bonds/schedule"
import {
  ACCOUNT,
  Address,
  Amount,
  Count,
  Digest,
  described,
  Named,
  RESOURCE,
  SITE,
  Text,
  Time,
  TRANSACTION,
  Whole
} from "./parts"

const Payment = Schema.Struct({
  dueAt: Time("When it is due.", "2027-05-20T00:00:00.000Z"),
  kind: described(Schema.Literal("coupon", "redemption"), "Interest, or the face value.", "coupon"),
  perUnit: Amount("Amount per unit.", "2.5"),
  status: described(Schema.Literal("due", "paid", "late"), "State of the payment.", "due"),
  paidAt: described(Schema.NullOr(Schema.String), "When it was paid; null before. UTC, with milliseconds.", null),
  daysLate: described(Schema.NullOr(Whole), "Whole days by which it was late; null while it is unpaid.", null)
}).annotations({ identifier: "Payment" })

const Reserve = Schema.Struct({
  held: Amount("Balance of the reserve account.", "5000"),
  owed: Amount("What all series together owe from it.", "4200"),
  owedHere: Amount("What this series owes from it.", "4000"),
  alsoOwed: Schema.Array(
    Schema.Struct({
      code: described(
        Schema.NullOr(Schema.String),
        "The series; null if it belongs to another community.",
        "GRD-2028A"
      ),
      owed: Amount("What it owes from the same account.", "200")
    })
  ).annotations({ description: "Other series that are paid from the same account." }),
  cover: Text("Reserve coverage, in words: a figure and a percent sign.", "119%")
}).annotations({ identifier: "Reserve", description: "The reserve of the series. Information, not a promise." })

export const BondResponse = Schema.Struct({
  schema: Named("bond/1"),
  code: Text("Its code in addresses.", "GRD-2027A"),
  name: Text("Its name in its community.", "Greenhouse bond"),
  state: described(SeriesState, "Its state; `open` means on sale.", "active"),
  variant: described(Series.fields.variant, "Without interest, sold below its face value, or with coupons.", "coupon"),
  resource: described(Schema.NullOr(Schema.String), "The token whose units are sold; null before it exists.", RESOURCE),
  currency: Schema.Struct({
    resource: Text("Its token.", RESOURCE),
    symbol: Text("Its symbol.", "XRD")
  }).annotations({ description: "The currency of its payments." }),
  faceValue: Amount("What one unit pays back.", "100"),
  issuePrice: Amount("What one unit costs in the sale.", "100"),
  couponRatePct: described(
    Schema.NullOr(Schema.String),
    "Interest a year, in percent of the face value, as text; null without coupons.",
    "5"
  ),
  couponEvery: described(
    Schema.NullOr(Schema.Literal(...couponEveries)),
    "How often coupons are paid; null without coupons.",
    "halfyearly"
  ),
  units: Count("Units on offer.", 400),
  ordered: Count("Units in orders that are signed or settled.", 380),
  settled: Count("Units that were sold for money.", 380),
  redeemed: Count("Units that were redeemed.", 0),
  minRaiseUnits: Count("If fewer units than this are settled, the sale lapses.", 100),
  audience: described(Series.fields.audience, "Who may buy.", "public"),
  saleOpensAt: Time("When the sale opens.", "2026-11-20T14:00:00.000Z"),
  saleClosesAt: Time("When it closes.", "2026-12-20T14:00:00.000Z"),
  settleBy: Time("When every order has settled or expired.", "2026-12-27T14:00:00.000Z"),
  maturesAt: Time("When the face value is due.", "2027-12-20T00:00:00.000Z"),
  payments: Schema.Array(Payment).annotations({ description: "In the order of their due dates." }),
  reserveAccount: Text("The account that payments come from.", ACCOUNT),
  reserve: Schema.NullOr(Reserve).annotations({
    description: "Null if nothing is owed, or if the ledger is not available."
  }),
  secured: Schema.NullOr(
    Schema.Struct({
      resource: Text("The token that is locked.", RESOURCE),
      symbol: Text("Its symbol.", "GRD"),
      perBond: Amount("How much of it is locked for each bond.", "120"),
      from: Time("From when holders of bonds that were not redeemed can take it.", "2028-01-03T00:00:00.000Z")
    })
  ).annotations({ description: "The collateral of a secured series; null for every other." }),
  termsDigest: Schema.NullOr(Digest("SHA-256 of the canonical terms, which is stored on the ledger.")),
  issueTransaction: described(Schema.NullOr(Schema.String), "The transaction that created the token.", TRANSACTION),
  terms: Address("The terms as a file.", `${SITE}/api/bonds/k3v7qz2mfa5x/terms/GRD-2027A`),
  url: Address("Its public page.", `${SITE}/explore/riverside-garden/bonds/GRD-2027A`)
}).annotations({ identifier: "Bond" })
