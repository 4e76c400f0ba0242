/** What receipts are called, by what they are about. */
import { moneyText, wholeText } from "~/effects/bonds/money"
import type { ReceiptLine } from "~/effects/bonds/views"

export const RECEIPT_WORDS = {
  purchase: { person: "Buyer", units: "Units", perUnit: "Price of one unit", total: "Total paid", at: "Settled" },
  redemption: {
    person: "Holder",
    units: "Units given back",
    perUnit: "Face value of one unit",
    total: "Total received",
    at: "Settled"
  },
  coupon: { person: "Holder", units: "Units held", perUnit: "Coupon of one unit", total: "Total received", at: "Paid" }
} as const

const said = ({ amount, code, kind, symbol, units }: ReceiptLine, shown: (amount: string) => string): string =>
  kind === "coupon"
    ? `coupon on ${units} units of ${code}: ${shown(amount)} ${symbol}`
    : `${units} units of ${code} ${kind === "purchase" ? "bought for" : "redeemed for"} ${shown(amount)} ${symbol}`

/** On one line of a list. */
export const receiptLine = (line: ReceiptLine): string => said(line, moneyText)

/** As the heading of a sheet. */
export const receiptHeading = (line: ReceiptLine): string => {
  const words = said(line, wholeText)
  return line.kind === "coupon"
    ? `C${words.slice(1)}`
    : words.replace(" bought", ", bought").replace(" redeemed", ", redeemed")
}
