import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { operatorMeta } from "~/components/publishing/operating/operator-route"
import { TakedownView } from "~/components/publishing/operating/takedown-view"
import { takedownAction, takedownPage } from "~/effects/publishing/operating/pages/console/takedown.server"
import { respond } from "~/effects/server/runtime.server"

export { ErrorBoundary, handle, headers, links } from "~/components/publishing/operating/operator-route"

export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?who=NAME previews; ?do=undo-takedown&on=ACCOUNT opens the form of that takedown. */
export const loader = (args: LoaderFunctionArgs) => respond(args, takedownPage)

/** POST: takes authors down, and undoes it. Works as plain forms. */
export const action = (args: ActionFunctionArgs) => respond(args, takedownAction)

/** /operator/takedown */
export default function OperatorTakedown() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="takedown" isProven={page !== null} reply={reply}>
      {page && <TakedownView page={page} reply={reply} />}
    </OperatorPage>
  )
}
