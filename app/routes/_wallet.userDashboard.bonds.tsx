import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import stylesheet from "~/components/treasury/bonds/bonds.css?url"
import { HeldBonds } from "~/components/treasury/bonds/held-bonds"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { heldAction, heldPage } from "~/effects/treasury/bonds/pages/held.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = () => [pageTitle("My bonds")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(heldPage))

/** POST: withdraws a request to redeem. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, heldAction)

/** /userDashboard/bonds */
export default function OwnBonds() {
  return <HeldBonds page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
