/** Limits and choices of expenses (docs/product/expenses.md). Pages load this file, so it imports no schemas. */

/** Explained with `ExpenseState`. */
export const expenseStates = ["waiting", "asked", "approved", "refused", "withdrawn", "paying", "paid"] as const
/** What can be shown of an approved expense. */
export const shownFields = ["title", "amount", "category", "payee"] as const

/** Characters. */
export const TITLE = { min: 3, max: 120 } as const
export const WORDS = { max: 1_000 } as const
export const ANSWER = { min: 3, max: 500 } as const
export const CATEGORY = { max: 40 } as const
export const MOST_CATEGORIES = 20
export const MOST_FILES = 5
/** Bytes of all files of one form; each has the limit of an upload. */
export const MOST_BYTES = 10 * 1_048_576
/** Days before today that an expense may date from. */
export const MOST_DAYS = 730
/** Expenses of one person in one community that are not decided. */
export const MOST_OPEN = 20
/** Expenses of one period that are added up. */
export const MOST_SUMMED = 5_000
/** Expenses of one payout. */
export const MOST_GATHERED = 100
/** Expenses that one run of the job looks at. */
export const AT_ONCE = 200
/** Expenses on one page. */
export const PAGE = 200
