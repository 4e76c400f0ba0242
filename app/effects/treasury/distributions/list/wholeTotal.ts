/** The sum that a run pays on all its days. Pure; apart from the rhythm, whose words pages load. */
import { type AmountText, amountOf, formatAmount } from "~/ledger/amount"
import type { Distribution } from "../Distribution"
import { payoutsOf } from "./rhythm"

/** What all payouts of a run pay. While its rows are mended they are those of one. */
export const wholeTotal = ({ rhythm, state, total }: Pick<Distribution, "rhythm" | "state" | "total">): AmountText =>
  state === "draft" && rhythm !== null ? formatAmount(amountOf(total) * BigInt(payoutsOf(rhythm).length)) : total
