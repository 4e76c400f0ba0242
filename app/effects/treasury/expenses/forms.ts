/** Validation of the forms of expenses (docs/product/expenses.md). Isomorphic: the page shows the same limits. */
import { Schema } from "effect"
import { DAY_MS, dayStart } from "~/effects/base/text/calendar"
import { Line, Lines } from "~/effects/base/text/fields"
import { amountProblem } from "~/effects/treasury/budgets/forms"
import { type Category, ExpenseKind, Reviewers, ShownField } from "./Expense"
import { ANSWER, CATEGORY, MOST_CATEGORIES, MOST_DAYS, TITLE, WORDS } from "./limits"

const within = ({ max, min }: { readonly min: number; readonly max: number }) =>
  Line.pipe(
    Schema.filter(({ length }) => (length >= min && length <= max) || `Please write ${min} to ${max} characters.`)
  )

export const ExpenseForm = Schema.Struct({
  kind: ExpenseKind.annotations({ message: () => "Choose who paid." }),
  title: within(TITLE),
  resource: Schema.String.pipe(Schema.minLength(1, { message: () => "Choose a token." })),
  amount: Schema.Trim,
  payee: Schema.Trim.pipe(Schema.minLength(1, { message: () => "Say who is to be paid." })),
  day: Schema.Trim,
  category: Schema.String,
  words: Lines.pipe(Schema.maxLength(WORDS.max, { message: () => `Please write at most ${WORDS.max} characters.` }))
})
export type ExpenseForm = typeof ExpenseForm.Type

export const startFields = {
  kind: "own",
  title: "",
  resource: "",
  amount: "",
  payee: "",
  day: "",
  category: "",
  words: ""
} as const

export const AnswerForm = Schema.Struct({ answer: within(ANSWER) })

const dayProblem = (day: string, now: number): string | null => {
  const start = dayStart(day)
  if (Number.isNaN(start)) return "Choose the day on the receipt or invoice."
  if (start > now) return "This day has not come yet. Choose the day on the receipt or invoice."
  return start < now - MOST_DAYS * DAY_MS ? "Expenses of the last two years can be submitted." : null
}

/** Errors that need several fields or the community's rules, by field; empty if there are none. */
export const wrongExpense = (
  form: Pick<ExpenseForm, "amount" | "day" | "category">,
  {
    categories,
    divisibility,
    now
  }: { readonly categories: ReadonlyArray<Category>; readonly divisibility: number; readonly now: number }
): Readonly<Record<string, string>> => {
  const amount = amountProblem(form.amount, divisibility)
  const day = dayProblem(form.day, now)
  return {
    ...(amount === null ? {} : { amount }),
    ...(day === null ? {} : { day }),
    ...(categories.some(({ name }) => name === form.category) ? {} : { category: "Choose a category of this list." })
  }
}

export const RulesForm = Schema.Struct({
  reviewers: Reviewers.annotations({ message: () => "Choose who reviews." }),
  shown: Schema.Array(ShownField),
  categories: Schema.Array(Line),
  budgets: Schema.Array(Schema.String)
})

/** Rows of the form without the empty ones, or what is wrong with them. */
export const categoriesIn = ({
  budgets,
  categories
}: Pick<typeof RulesForm.Type, "categories" | "budgets">): ReadonlyArray<Category> | string => {
  const rows = categories
    .map((name, index): Category => {
      const budget = budgets[index] ?? ""
      return { name, budget: /^[1-9]\d{0,8}$/.test(budget) ? Number(budget) : null }
    })
    .filter(({ name }) => name !== "")
  const names = rows.map(({ name }) => name.toLowerCase())
  if (rows.length === 0) return "At least one category is needed."
  if (rows.length > MOST_CATEGORIES) return `At most ${MOST_CATEGORIES} categories.`
  if (rows.some(({ name }) => name.length > CATEGORY.max)) {
    return `A category has at most ${CATEGORY.max} characters.`
  }
  const twice = rows.find((row, index) => names.indexOf(row.name.toLowerCase()) !== index)
  return twice === undefined ? rows : `The category “${twice.name}” is there twice.`
}
