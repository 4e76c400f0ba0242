import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import communities from "~/components/communities/communities/community.css?url"
import { InvitationView } from "~/components/communities/members/invitation-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { invitationAction, invitationPage } from "~/effects/communities/members/pages/invitation.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: communities }]

/** The name of a private community stays out of the browser's history. */
export const meta: MetaFunction = () => [pageTitle("Invitation")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(invitationPage))

export const action = (args: ActionFunctionArgs) => respond(args, invitationAction)

/** /community/detail/{id}/invitation?invite={code}: where invited people join a community that others cannot see. */
export default function Invitation() {
  return <InvitationView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
