import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/governance/delegations/delegations.css?url"
import { DelegationsView } from "~/components/governance/delegations/delegations-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { delegationsAction } from "~/effects/governance/delegations/pages/actions.server"
import { delegationsPage } from "~/effects/governance/delegations/pages/delegations.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches, "Delegate your vote")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(delegationsPage))

/** POST: delegating (with a signature), ending a delegation, and a delegate's own statement. */
export const action = (args: ActionFunctionArgs) => respond(args, delegationsAction)

/** /community/detail/{id}/delegations?q=&after= */
export default function DelegationsRoute() {
  return <DelegationsView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
