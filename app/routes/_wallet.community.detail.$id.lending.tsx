import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/governance/delegations/lending.css?url"
import { LendingView } from "~/components/governance/delegations/lending-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { lendingAction } from "~/effects/governance/delegations/pages/actions.server"
import { lendingPage } from "~/effects/governance/delegations/pages/lending.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches, "Delegate your vote")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(lendingPage))

/** POST: delegating (with a signature), ending a delegation, and a delegate's own statement. */
export const action = (args: ActionFunctionArgs) => respond(args, lendingAction)

/** /community/detail/{id}/lending?q=&after= */
export default function LendingRoute() {
  return <LendingView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
