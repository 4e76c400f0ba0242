import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { IssueView } from "~/components/bonds/issue-view"
import forms from "~/components/create/create.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { bondissueAction } from "~/effects/bonds/actions.server"
import { bondissuePage } from "~/effects/bonds/issuePage.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: forms },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Issue a bond")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(bondissuePage))

export const action = (args: ActionFunctionArgs) => respond(args, bondissueAction)

/** /community/detail/{id}/bondissue; a draft with ?draft={id} */
export default function IssueBond() {
  const page = useGuardedData<typeof loader>()
  const reply = useActionData<typeof action>()
  return <IssueView key={page.version === 0 ? "new" : `${page.draftId} ${page.isEditing}`} page={page} reply={reply} />
}
