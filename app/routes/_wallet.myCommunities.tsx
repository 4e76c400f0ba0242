import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import communities from "~/components/communities/communities/community.css?url"
import { MinePage } from "~/components/communities/communities/mine-page"
import stylesheet from "~/components/communities/communities/mycommunities.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { mineAction, minePage } from "~/effects/communities/communities/pages/mine.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = () => [pageTitle("My communities")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(minePage))

/** POST: mutes, unmutes, discards a draft. */
export const action = (args: ActionFunctionArgs) => respond(args, mineAction)

/** /myCommunities?tab=&q=&after= */
export default function MyCommunities() {
  return <MinePage data={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
