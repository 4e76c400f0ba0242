import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import lists from "~/components/base/lists/lists.css?url"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/communities/members/members.css?url"
import { MembersView } from "~/components/communities/members/members-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { membersPage } from "~/effects/communities/members/pages/members.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: lists },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Members")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(membersPage))

/** POST: joining and leaving, from any page with their box, and all changes of members. */
export const action = (args: ActionFunctionArgs) => respond(args, membersAction)

/** /community/detail/{id}/members?tab=&q=&role=&sort=&after=&open=; with tab=weights also &read=&set= */
export default function MembersRoute() {
  return <MembersView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
