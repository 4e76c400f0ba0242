import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/treasury/keepers/keepers.css?url"
import { KeepersView } from "~/components/treasury/keepers/keepers-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { keepersAction } from "~/effects/treasury/keepers/pages/actions.server"
import { keepersPage } from "~/effects/treasury/keepers/pages/keepers.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches, "Signers")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(keepersPage))

export const action = (args: ActionFunctionArgs) => respond(args, keepersAction)

/** /community/detail/{id}/keepers, with &before= for what is older */
export default function KeepersRoute() {
  return <KeepersView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
