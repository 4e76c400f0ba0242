import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { ExpensesView, loadExpensesView } from "~/components/treasury/expenses/expenses-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { expensesAction } from "~/effects/treasury/expenses/pages/actions.server"
import { expensesPage } from "~/effects/treasury/expenses/pages/expenses.server"
import type { AnyExpensePage } from "~/effects/treasury/expenses/views"
import choices from "~/styles/choices.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: choices }]

export const handle: PageHandle<AnyExpensePage> = { loadView: loadExpensesView }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches, "Expenses")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(expensesPage))

export const action = (args: ActionFunctionArgs) => respond(args, expensesAction)

/** /community/detail/{id}/expenses; one with ?e={number}, a new one with ?new=1, ?sums={period}, ?rules=1 */
export default function ExpensesRoute() {
  return <ExpensesView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
