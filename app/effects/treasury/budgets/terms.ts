/** Terms of a budget for votes and for the ledger: their text and their hash. Pure. */
import type { CommunityId } from "~/effects/access/Community"
import { readable } from "~/effects/base/amounts/readable"
import { DAY_MS } from "~/effects/base/text/calendar"
import type { Json } from "~/effects/base/text/canonical"
import { counted } from "~/effects/base/text/counted"
import { dayForHash } from "~/effects/base/text/moments"
import { feesFor } from "~/effects/treasury/relayer/fees"
import { type Amount, ONE } from "~/ledger/amount"
import type { BudgetTerms } from "./Budget"

/** Expected XRD for one payment: measured on the local ledger, with a margin. */
export const PAYMENT_FEE: Amount = (ONE * 3n) / 4n

/** XRD for all payments, plus a tenth, and the return. */
export const feesOf = ({ payments }: Pick<BudgetTerms, "payments">): Amount => feesFor(PAYMENT_FEE, payments)

/** The last day that counts, as 2027-11-24. */
export const lastDayOf = ({ untilAt }: Pick<BudgetTerms, "untilAt">): string =>
  new Date(untilAt - DAY_MS).toISOString().slice(0, 10)

/** "Up to 1,200 XRD until 24 November 2027, 100 XRD at most for each payment, 24 payments at most." */
export const termsInWords = ({ most, payments, symbol, total, untilAt }: BudgetTerms): string =>
  `Up to ${readable(total)} ${symbol} until ${dayForHash(untilAt - DAY_MS)}${
    most === null ? "" : `, ${readable(most)} ${symbol} at most for each payment`
  }, ${counted(payments, "payment")} at most.`

/** The payload of a vote's action; its hash is in the vote and in the metadata of the escrow account. */
export const planOf = (communityId: CommunityId, number: number, terms: BudgetTerms): Json => ({
  budget: number,
  community: communityId,
  title: terms.title,
  token: terms.resource,
  total: terms.total,
  most: terms.most,
  payments: terms.payments,
  lastDay: lastDayOf(terms),
  treasury: terms.treasury,
  words: [
    `A budget is parked: “${terms.title}”. ${termsInWords(terms)}`,
    "The site's key pays from it what holders of the treasury order; what is left comes back."
  ]
})
