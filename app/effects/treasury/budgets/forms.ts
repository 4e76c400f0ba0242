/**
 * Validation of the forms of budgets (docs/product/treasury.md, "Budgets"). Isomorphic: the page shows the same limits.
 */
import { Schema } from "effect"
import { isTooLarge, TOO_LARGE } from "~/effects/base/amounts/AmountText"
import { DAY_MS, dayStart } from "~/effects/base/text/calendar"
import { Line } from "~/effects/base/text/fields"
import { amountOf, isAmountText, isDivisible } from "~/ledger/index"
import { MOST_DAYS, PAYMENTS, REASON, TITLE } from "./limits"

const within = ({ max, min }: { readonly min: number; readonly max: number }, message: string) =>
  Line.pipe(Schema.filter(({ length }) => (length >= min && length <= max) || message))

export const NewBudgetForm = Schema.Struct({
  title: within(TITLE, `Please write ${TITLE.min} to ${TITLE.max} characters.`),
  resource: Schema.String.pipe(Schema.minLength(1, { message: () => "Choose a token." })),
  total: Schema.Trim,
  most: Schema.Trim,
  payments: Schema.Trim.pipe(
    Schema.filter(
      (text) =>
        (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= PAYMENTS.most) ||
        `Enter 1 to ${PAYMENTS.most} payments.`
    )
  ),
  lastDay: Schema.Trim
})
export type NewBudgetForm = typeof NewBudgetForm.Type

export const startFields = {
  title: "",
  resource: "",
  total: "",
  most: "",
  payments: String(PAYMENTS.usual),
  lastDay: ""
} as const

export const OrderForm = Schema.Struct({
  payee: Schema.Trim,
  amount: Schema.Trim,
  reason: within(REASON, `Please write ${REASON.min} to ${REASON.max} characters.`)
})

/** Why a text is not accepted as an amount. */
export const unreadAmount = (text: string): string =>
  isTooLarge(text) ? TOO_LARGE : "Enter a number, for example 1200 or 12.5."

/** Why a text is not an amount above 0 with at most that many decimals; null if it is one. */
export const amountProblem = (text: string, divisibility: number): string | null => {
  if (!isAmountText(text)) return unreadAmount(text)
  if (amountOf(text) <= 0n) return "Enter more than 0."
  return isDivisible(amountOf(text), divisibility) ? null : `At most ${divisibility} decimals.`
}

/** The moment after a last day; NaN if it is not a day. */
export const untilOf = (lastDay: string): number => dayStart(lastDay) + DAY_MS

const dayProblem = (lastDay: string, now: number): string | null => {
  const until = untilOf(lastDay)
  if (Number.isNaN(until)) return "Choose a day."
  if (until <= now) return "This day has passed. Choose today or later."
  const most = Math.floor(now / DAY_MS) * DAY_MS + MOST_DAYS * DAY_MS
  return until - DAY_MS > most ? "Within a year from today." : null
}

/** Errors that need several fields, by field; empty if there are none. */
export const wrongTerms = (
  form: Pick<NewBudgetForm, "total" | "most" | "lastDay">,
  { divisibility, now }: { readonly divisibility: number; readonly now: number }
): Readonly<Record<string, string>> => {
  const total = amountProblem(form.total, divisibility)
  const single = form.most === "" ? null : amountProblem(form.most, divisibility)
  const isMore =
    total === null && isAmountText(form.total) && isAmountText(form.most) && amountOf(form.most) > amountOf(form.total)
  const most = isMore ? "This is more than the total of the budget." : single
  const lastDay = dayProblem(form.lastDay, now)
  return {
    ...(total === null ? {} : { total }),
    ...(most === null ? {} : { most }),
    ...(lastDay === null ? {} : { lastDay })
  }
}
