import type { PageReply } from "~/effects/base/remix/PageReply"
import type { AnyExpensePage } from "~/effects/treasury/expenses/views"
import { NewExpense } from "./expense-form"
import { ExpenseList } from "./expense-list"
import { ExpenseRules } from "./expense-rules"
import { ExpenseSums } from "./expense-sums"
import { OneExpense } from "./one-expense"

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
