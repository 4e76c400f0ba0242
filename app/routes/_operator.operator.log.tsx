import type { LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { LogView } from "~/components/publishing/operating/log-view"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { operatorMeta } from "~/components/publishing/operating/operator-route"
import { logPage } from "~/effects/publishing/operating/pages/console/log.server"
import { respond } from "~/effects/server/runtime.server"

export { ErrorBoundary, handle, headers, links } from "~/components/publishing/operating/operator-route"

export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?after=… */
export const loader = (args: LoaderFunctionArgs) => respond(args, logPage)

/** /operator/log */
export default function OperatorLog() {
  const { page } = useLoaderData<typeof loader>()
  return (
    <OperatorPage tab="log" isProven={page !== null}>
      {page && <LogView page={page} />}
    </OperatorPage>
  )
}
