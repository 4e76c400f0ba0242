import { view } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { AnyExpensePage } from "~/effects/treasury/expenses/views"

const ExpenseList = view(async () => (await import("./expense-list")).ExpenseList)
const NewExpense = view(async () => (await import("./expense-form")).NewExpense)
const OneExpense = view(async () => (await import("./one-expense")).OneExpense)
const ExpenseRules = view(async () => (await import("./expense-rules")).ExpenseRules)
const ExpenseSums = view(async () => (await import("./expense-sums")).ExpenseSums)

const views = { list: ExpenseList, new: NewExpense, one: OneExpense, rules: ExpenseRules, sums: ExpenseSums }

export const loadExpensesView = ({ view }: Pick<AnyExpensePage, "view">) => views[view].load()

type Props = { readonly page: AnyExpensePage; readonly reply: PageReply | undefined }

/** /community/detail/{id}/expenses: what members ask the treasury to refund or pay. */
export function ExpensesView({ page, reply }: Props) {
  switch (page.view) {
    case "list":
      return <ExpenseList page={page} reply={reply} />
    case "new":
      return <NewExpense page={page} reply={reply} />
    case "one":
      return <OneExpense page={page} reply={reply} />
    case "rules":
      return <ExpenseRules page={page} reply={reply} />
    case "sums":
      return <ExpenseSums page={page} />
  }
}
