import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import community from "~/components/communities/communities/community.css?url"
import stylesheet from "~/components/publishing/dashboard/dashboard.css?url"
import { DashboardPage, Welcome } from "~/components/publishing/dashboard/dashboard-page"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { dashboard, dashboardAction } from "~/effects/publishing/dashboard/pages/dashboard.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: community },
  { rel: "stylesheet", href: stylesheet }
]

const titles = { start: "Dashboard", notifications: "Notifications", votes: "My votes", calendar: "Calendar" } as const

export const meta: MetaFunction<typeof loader> = ({ data }) => [pageTitle(titles[data?.page?.tab ?? "start"])]

/** ?tab=notifications&show=unread&after=… · ?tab=votes&after=… · ?tab=calendar */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(dashboard))

/** POST: marks as read, hides the checklist, creates and revokes the calendar link. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, dashboardAction)

/** /userDashboard */
export default function DashboardRoute() {
  const data = useGuardedData<typeof loader>()
  return data.page === null ? (
    <Welcome isOperator={data.isOperator} />
  ) : (
    <DashboardPage name={data.name} page={data.page} isOperator={data.isOperator} />
  )
}
