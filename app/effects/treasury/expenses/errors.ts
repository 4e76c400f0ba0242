/** Refusals of expenses (docs/product/expenses.md). */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

const text = { message: Schema.String }

/** Its state does not allow this, or somebody else was faster. */
export class ExpenseRefused extends coded("ExpenseRefused", "E-STATE", 409, { fields: text }) {}

/** Nobody decides on money for themselves. */
export class OwnExpense extends coded("OwnExpense", "E-SELF", 403, {
  message: "You cannot decide on an expense that you submitted or that pays you. Another reviewer can."
}) {}

/** The submitter changed it after the reviewer loaded the page. */
export class StaleExpense extends coded("StaleExpense", "E-CHANGED", 409, {
  message: "This expense was changed after you opened it. Check it again, then decide."
}) {}

/** It looks like one that was submitted before; the form asks whether it is another one. */
export class SubmittedBefore extends coded("SubmittedBefore", "E-TWICE", 409, { fields: text }) {}

export class TooManyExpenses extends coded("TooManyExpenses", "E-LIMIT", 409, {
  fields: { most: Schema.Int },
  message: ({ most }) =>
    `${most} of your expenses are not decided yet. Wait until a reviewer decides one, or withdraw one.`
}) {}
