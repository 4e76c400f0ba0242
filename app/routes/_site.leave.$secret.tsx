import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { LeavePage } from "~/components/activity/notifications/leave-page"
import type { PageHandle } from "~/components/base/site/hydrate"
import { pageTitle } from "~/components/base/site/page-meta"
import { leaveAction, leavePage } from "~/effects/activity/notifications/pages/leave.server"
import { respond } from "~/effects/server/runtime.server"

/** The address is one person's secret. */
export const handle: PageHandle = { noindex: true }

export const meta: MetaFunction = () => [pageTitle("Unsubscribe"), { name: "referrer", content: "same-origin" }]

export const loader = (args: LoaderFunctionArgs) => respond(args, leavePage)

/** POST: by the page's buttons, or by a mail program with `List-Unsubscribe=One-Click` (RFC 8058). */
export const action = (args: ActionFunctionArgs) => respond(args, leaveAction)

/** /leave/{secret} */
export default function Leave() {
  const { community, emails } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <LeavePage community={community} emails={emails} left={useActionData<typeof action>()?.left} />
    </div>
  )
}
