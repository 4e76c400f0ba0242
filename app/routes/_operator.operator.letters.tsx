import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { LettersView } from "~/components/publishing/operating/letters-view"
import { OperatorPage } from "~/components/publishing/operating/operator-page"
import { operatorMeta } from "~/components/publishing/operating/operator-route"
import { lettersAction, lettersPage } from "~/effects/publishing/operating/pages/console/letters.server"
import { respond } from "~/effects/server/runtime.server"

export { ErrorBoundary, handle, headers, links } from "~/components/publishing/operating/operator-route"

export const meta: MetaFunction<typeof loader> = ({ data }) => operatorMeta(data)

/** ?after=… */
export const loader = (args: LoaderFunctionArgs) => respond(args, lettersPage)

/** POST: sends and discards e-mails, blocks and allows addresses. Works as plain forms. */
export const action = (args: ActionFunctionArgs) => respond(args, lettersAction)

/** /operator/letters */
export default function OperatorLetters() {
  const { page } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <OperatorPage tab="letters" isProven={page !== null} reply={reply}>
      {page && <LettersView page={page} reply={reply} />}
    </OperatorPage>
  )
}
