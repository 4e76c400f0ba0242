import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { MinePage } from "~/components/mycommunities/mine-page"
import stylesheet from "~/components/mycommunities/mycommunities.css?url"
import { pageTitle } from "~/components/page-meta"
import { mineAction, minePage } from "~/effects/communities/mine.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = () => [pageTitle("My communities")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(minePage))

/** POST: mute, unmute, throw a draft away. */
export const action = (args: ActionFunctionArgs) => respond(args, mineAction)

/** /myCommunities?tab=&q=&after= */
export default function MyCommunities() {
  return <MinePage data={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
