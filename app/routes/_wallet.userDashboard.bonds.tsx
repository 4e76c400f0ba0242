import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { HeldBonds } from "~/components/bonds/held-bonds"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { pageTitle } from "~/components/page-meta"
import { heldAction, heldPage } from "~/effects/bonds/held.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = () => [pageTitle("My bonds")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(heldPage))

/** POST: withdraws a request to redeem. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, heldAction)

/** /userDashboard/bonds */
export default function OwnBonds() {
  return <HeldBonds page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
