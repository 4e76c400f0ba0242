import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { links as ofOperators, operatorMeta } from "~/components/publishing/operating/operator-route"
import { PersonView } from "~/components/publishing/operating/person-view"
import { personAction, personPage } from "~/effects/publishing/operating/pages/console/person.server"
import { respond } from "~/effects/server/runtime.server"
import choices from "~/styles/choices.css?url"

export { ErrorBoundary, handle, headers } from "~/components/publishing/operating/operator-route"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: choices }, ...ofOperators()]
export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

export const loader = (args: LoaderFunctionArgs) => respond(args, personPage)

/** POST: one of the operations, by the choice made. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, personAction)

/** /operator/person/{account address} */
export default function OperatorPerson() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="find" isProven={page !== null} reply={reply}>
      {page && <PersonView page={page} reply={reply} />}
    </OperatorPage>
  )
}
