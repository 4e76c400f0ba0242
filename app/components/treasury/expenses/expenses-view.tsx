import { later } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { AnyExpensePage } from "~/effects/treasury/expenses/views"
import { ExpenseList } from "./expense-list"

const NewExpense = later(async () => (await import("./expense-form")).NewExpense, "waits")
const OneExpense = later(async () => (await import("./one-expense")).OneExpense, "waits")
const ExpenseRules = later(async () => (await import("./expense-rules")).ExpenseRules, "waits")
const ExpenseSums = later(async () => (await import("./expense-sums")).ExpenseSums, "waits")

type Props = { readonly page: AnyExpensePage; readonly reply: PageReply | undefined }

/** /community/detail/{id}/expenses: what members ask the treasury to refund or pay. */
export function ExpensesView({ page, reply }: Props) {
  switch (page.view) {
    case "list":
      return <ExpenseList page={page} />
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
