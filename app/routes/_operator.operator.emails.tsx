import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { EmailsView } from "~/components/publishing/operating/emails-view"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { operatorMeta } from "~/components/publishing/operating/operator-route"
import { emailsAction, emailsPage } from "~/effects/publishing/operating/pages/console/emails.server"
import { respond } from "~/effects/server/runtime.server"

export { ErrorBoundary, handle, headers, links } from "~/components/publishing/operating/operator-route"

export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?after=… */
export const loader = (args: LoaderFunctionArgs) => respond(args, emailsPage)

/** POST: sends and discards e-mails, blocks and allows addresses. Works as plain forms. */
export const action = (args: ActionFunctionArgs) => respond(args, emailsAction)

/** /operator/emails */
export default function OperatorEmails() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="emails" isProven={page !== null} reply={reply}>
      {page && <EmailsView page={page} reply={reply} />}
    </OperatorPage>
  )
}
