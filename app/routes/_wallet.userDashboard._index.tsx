import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { DashboardPage } from "~/components/dashboard/dashboard-page"
import { SignInNeeded } from "~/components/gate/wallet-gate"
import { pageTitle } from "~/components/page-meta"
import { dashboard, dismissChecklist } from "~/effects/dashboard/dashboard.server"
import { respond } from "~/effects/runtime.server"

export const meta: MetaFunction = () => [pageTitle("Dashboard")]

export const loader = (args: LoaderFunctionArgs) => respond(args, dashboard)

export const action = (args: ActionFunctionArgs) => respond(args, dismissChecklist)

export default function Dashboard() {
  const { showsChecklist, visitor } = useLoaderData<typeof loader>()
  return visitor === null ? (
    <SignInNeeded action="see your dashboard" />
  ) : (
    <DashboardPage visitor={visitor} showsChecklist={showsChecklist} />
  )
}
