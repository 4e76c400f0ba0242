import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { BudgetsView, loadBudgetsView } from "~/components/treasury/budgets/budgets-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { budgetsAction } from "~/effects/treasury/budgets/pages/actions.server"
import { budgetsPage } from "~/effects/treasury/budgets/pages/budgets.server"
import type { AnyBudgetPage } from "~/effects/treasury/budgets/views"

export const handle: PageHandle<AnyBudgetPage> = { loadView: loadBudgetsView }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches, "Budgets")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(budgetsPage))

export const action = (args: ActionFunctionArgs) => respond(args, budgetsAction)

/** /community/detail/{id}/budgets; one budget with ?b={number}, a new one with ?new=1 */
export default function BudgetsRoute() {
  return <BudgetsView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
