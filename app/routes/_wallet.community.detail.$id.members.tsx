import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import stylesheet from "~/components/members/members.css?url"
import { MembersView } from "~/components/members/members-view"
import { membersAction } from "~/effects/members/membersAction.server"
import { membersPage } from "~/effects/members/membersPage.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Members")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(membersPage))

/** POST: joining and leaving from wherever their box stands, and everything done to members. */
export const action = (args: ActionFunctionArgs) => respond(args, membersAction)

/** /community/detail/{id}/members?tab=&q=&role=&sort=&after=&open= */
export default function MembersRoute() {
  return <MembersView page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
