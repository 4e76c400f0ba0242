import { NewBudget } from "~/components/treasury/budgets/new-budget"
import { OneBudget } from "~/components/treasury/budgets/one-budget"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { AnyBudgetPage } from "~/effects/treasury/budgets/views"
import { BudgetList } from "./budget-list"

type Props = { readonly page: AnyBudgetPage; readonly reply: PageReply | undefined }

/** /community/detail/{id}/budgets: spending rules and budgets. */
export function BudgetsView({ page, reply }: Props) {
  switch (page.view) {
    case "list":
      return <BudgetList page={page} />
    case "new":
      return <NewBudget page={page} reply={reply} />
    case "one":
      return <OneBudget page={page} reply={reply} />
  }
}
