import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/treasury/multisig/signers.css?url"
import { SignersView } from "~/components/treasury/multisig/signers-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { signersAction } from "~/effects/treasury/multisig/pages/actions.server"
import { signersPage } from "~/effects/treasury/multisig/pages/signers.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches, "Signers")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(signersPage))

export const action = (args: ActionFunctionArgs) => respond(args, signersAction)

/** /community/detail/{id}/signers, with &before= for what is older */
export default function SignersRoute() {
  return <SignersView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
