import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { links as ofOperators, operatorMeta } from "~/components/publishing/operating/operator-route"
import { SignupsView } from "~/components/publishing/operating/signups-view"
import { signupsAction, signupsPage } from "~/effects/publishing/operating/pages/console/signups.server"
import { respond } from "~/effects/server/runtime.server"
import choices from "~/styles/choices.css?url"

export { ErrorBoundary, handle, headers } from "~/components/publishing/operating/operator-route"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: choices }, ...ofOperators()]
export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?do=unblock-signups&on=example.org opens the form of that block. */
export const loader = (args: LoaderFunctionArgs) => respond(args, signupsPage)

/** POST: sets the mode, decides sign-ups, makes and withdraws invitations, and blocks. Works as plain forms. */
export const action = (args: ActionFunctionArgs) => respond(args, signupsAction)

/** /operator/signups */
export default function OperatorSignups() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="signups" isProven={page !== null} reply={reply}>
      {page && <SignupsView page={page} reply={reply} />}
    </OperatorPage>
  )
}
