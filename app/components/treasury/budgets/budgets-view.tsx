import { view } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { AnyBudgetPage } from "~/effects/treasury/budgets/views"

const BudgetList = view(async () => (await import("./budget-list")).BudgetList)
const NewBudget = view(async () => (await import("./new-budget")).NewBudget)
const OneBudget = view(async () => (await import("./one-budget")).OneBudget)

const views = { list: BudgetList, new: NewBudget, one: OneBudget }

export const loadBudgetsView = ({ view }: Pick<AnyBudgetPage, "view">) => views[view].load()

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
