import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import community from "~/components/community/community.css?url"
import stylesheet from "~/components/dashboard/dashboard.css?url"
import { DashboardPage, Welcome } from "~/components/dashboard/dashboard-page"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { pageTitle } from "~/components/page-meta"
import { dashboard, dashboardAction } from "~/effects/dashboard/dashboard.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: community },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = () => [pageTitle("Dashboard")]

/** ?tab=notifications&show=unread&after=… · ?tab=votes&after=… · ?tab=calendar */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(dashboard))

/** POST: marks as read, puts the checklist away, makes and ends the calendar's address. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, dashboardAction)

/** /userDashboard */
export default function DashboardRoute() {
  const data = useGuardedData<typeof loader>()
  return data.page === null ? <Welcome /> : <DashboardPage name={data.name} page={data.page} />
}
