/** The total of all days of a payout. Pure; imports only the schedule, which pages load anyway. */
import { type AmountText, amountOf, formatAmount } from "~/ledger/amount"
import type { Distribution } from "../Distribution"
import { payoutsOf } from "./rhythm"

/** Total of all days. A draft stores the rows of one day, so it is multiplied. */
export const wholeTotal = ({ rhythm, state, total }: Pick<Distribution, "rhythm" | "state" | "total">): AmountText =>
  state === "draft" && rhythm !== null ? formatAmount(amountOf(total) * BigInt(payoutsOf(rhythm).length)) : total
