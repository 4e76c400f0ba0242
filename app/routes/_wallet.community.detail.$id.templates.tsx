import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import discussion from "~/components/conversation/discussion/discussion.css?url"
import stylesheet from "~/components/governance/proposal-templates/templates.css?url"
import { TemplatesView } from "~/components/governance/proposal-templates/templates-view"
import proposals from "~/components/governance/proposals/proposals.css?url"
import ballots from "~/components/governance/votes/ballots.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { templatesAction } from "~/effects/governance/proposal-templates/pages/actions.server"
import { templatesPage } from "~/effects/governance/proposal-templates/pages/templates.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: ballots },
  { rel: "stylesheet", href: proposals },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Proposal templates")]

/** GET ?new=1 | ?t={id} | the lists */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(templatesPage))

export const action = (args: ActionFunctionArgs) => respond(args, templatesAction)

/** /community/detail/{id}/templates */
export default function Templates() {
  return <TemplatesView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
