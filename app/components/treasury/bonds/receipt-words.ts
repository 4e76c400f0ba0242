/** Texts of receipts by kind: purchase, coupon, redemption. */
import { counted } from "~/effects/base/text/counted"
import type { ReceiptLine } from "~/effects/treasury/bonds/heldViews"
import { moneyText } from "~/effects/treasury/bonds/money"

export const RECEIPT_WORDS = {
  purchase: { person: "Buyer", units: "Units", perUnit: "Price of one unit", total: "Total paid", at: "Settled" },
  redemption: {
    person: "Holder",
    units: "Units given back",
    perUnit: "Face value of one unit",
    total: "Total received",
    at: "Settled"
  },
  coupon: { person: "Holder", units: "Units held", perUnit: "Coupon of one unit", total: "Total paid out", at: "Paid" }
} as const

/** A receipt in one line of a list. */
export const receiptLine = ({ amount, code, kind, symbol, units }: ReceiptLine): string =>
  kind === "coupon"
    ? `coupon on ${counted(units, "unit")} of ${code}: ${moneyText(amount)} ${symbol}`
    : `${counted(units, "unit")} of ${code} ${kind === "purchase" ? "bought for" : "redeemed for"} ${moneyText(amount)} ${symbol}`

/** The heading of a receipt's sheet. */
export const receiptHeading = (line: ReceiptLine): string =>
  line.kind === "coupon"
    ? `Coupon on ${counted(line.units, "unit")} of ${line.code}`
    : receiptLine(line).replace(/ (bought|redeemed) for/, ", $1 for")
