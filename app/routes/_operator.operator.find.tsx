import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { FindView } from "~/components/publishing/operating/find-view"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { operatorMeta } from "~/components/publishing/operating/operator-route"
import { findAction, findPage } from "~/effects/publishing/operating/pages/console/find.server"
import { respond } from "~/effects/server/runtime.server"

export { ErrorBoundary, handle, headers, links } from "~/components/publishing/operating/operator-route"

export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?q=… */
export const loader = (args: LoaderFunctionArgs) => respond(args, findPage)

/** POST: hides and restores the post, closes and opens the community that was found. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, findAction)

/** /operator/find */
export default function OperatorFind() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="find" isProven={page !== null} reply={reply}>
      {page && <FindView page={page} reply={reply} />}
    </OperatorPage>
  )
}
