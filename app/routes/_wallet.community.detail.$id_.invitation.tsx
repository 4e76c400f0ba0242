import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { InvitationView } from "~/components/join/invitation-view"
import { pageTitle } from "~/components/page-meta"
import { invitationAction, invitationPage } from "~/effects/members/invitation.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: communities }]

/** The name of a private community stays out of the browser's history. */
export const meta: MetaFunction = () => [pageTitle("Invitation")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(invitationPage))

export const action = (args: ActionFunctionArgs) => respond(args, invitationAction)

/** /community/detail/{id}/invitation?invite={code}: the door of a community that shows itself to nobody else. */
export default function Invitation() {
  return <InvitationView page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
