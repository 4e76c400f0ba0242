import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { operatorMeta } from "~/components/publishing/operating/operator-route"
import { OverviewView } from "~/components/publishing/operating/overview-view"
import { overview, overviewAction } from "~/effects/publishing/operating/pages/console/overview.server"
import { respond } from "~/effects/server/runtime.server"

export { ErrorBoundary, handle, headers, links } from "~/components/publishing/operating/operator-route"

export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?do=run-job&on=indexer opens the form of that operation. */
export const loader = (args: LoaderFunctionArgs) => respond(args, overview)

/** POST: runs a job, sends and discards e-mails, switches feature flags. Works as plain forms. */
export const action = (args: ActionFunctionArgs) => respond(args, overviewAction)

/** /operator */
export default function Operator() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="overview" isProven={page !== null} reply={reply} {...(page && { lead: page.headline })}>
      {page && <OverviewView page={page} reply={reply} />}
    </OperatorPage>
  )
}
