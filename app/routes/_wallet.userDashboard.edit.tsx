import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import stylesheet from "~/components/people/account/account.css?url"
import { EditPage } from "~/components/people/account/edit-page"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { editRoute, editRouteAction } from "~/effects/people/account/pages/editRoute.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = () => [pageTitle("Edit profile")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(editRoute))

/** POST: one tab at a time; the clicked button says which. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, editRouteAction)

export default function Edit() {
  return <EditPage data={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
