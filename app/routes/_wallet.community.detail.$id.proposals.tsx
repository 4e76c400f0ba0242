import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import discussion from "~/components/conversation/discussion/discussion.css?url"
import stylesheet from "~/components/governance/proposals/proposals.css?url"
import { loadProposalsView, ProposalsView } from "~/components/governance/proposals/proposals-view"
import { titleOf } from "~/components/governance/proposals/title"
import ballots from "~/components/governance/votes/ballots.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { proposalsAction } from "~/effects/governance/proposals/pages/actions.server"
import { proposalsPage } from "~/effects/governance/proposals/pages/proposals.server"
import type { ProposalsPage } from "~/effects/governance/proposals/pageViews"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: ballots },
  { rel: "stylesheet", href: stylesheet }
]

export const handle: PageHandle<ProposalsPage> = { loadView: loadProposalsView }

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [insideTitle(matches, titleOf(data))]

/** GET ?p=n | ?new=1 | ?draft=id&secret= | the list by ?tab= */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(proposalsPage))

/** POST: one button, one intent. Forms that need no wallet work as plain forms. */
export const action = (args: ActionFunctionArgs) => respond(args, proposalsAction)

/** /community/detail/{id}/proposals */
export default function Proposals() {
  return <ProposalsView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
