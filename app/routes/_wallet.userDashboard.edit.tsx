import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { pageTitle } from "~/components/page-meta"
import stylesheet from "~/components/profile/account.css?url"
import { EditPage } from "~/components/profile/edit-page"
import { editRoute, editRouteAction } from "~/effects/account/editRoute.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = () => [pageTitle("Edit profile")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(editRoute))

/** POST: one tab at a time; the button pressed says which. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, editRouteAction)

export default function Edit() {
  return <EditPage data={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
