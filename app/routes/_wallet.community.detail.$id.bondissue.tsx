import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import forms from "~/components/communities/founding/create.css?url"
import discussion from "~/components/conversation/discussion/discussion.css?url"
import stylesheet from "~/components/treasury/bonds/bonds.css?url"
import { IssueView } from "~/components/treasury/bonds/issue-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { bondissueAction } from "~/effects/treasury/bonds/pages/actions.server"
import { bondissuePage } from "~/effects/treasury/bonds/pages/issue.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: forms },
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Issue a bond")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(bondissuePage))

export const action = (args: ActionFunctionArgs) => respond(args, bondissueAction)

/** /community/detail/{id}/bondissue; a draft with ?draft={id} */
export default function IssueBond() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  return <IssueView key={page.version === 0 ? "new" : `${page.draftId} ${page.isEditing}`} page={page} reply={reply} />
}
