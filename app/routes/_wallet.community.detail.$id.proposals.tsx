import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import ballots from "~/components/ballots/ballots.css?url"
import discussion from "~/components/discussion/discussion.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import stylesheet from "~/components/proposals/proposals.css?url"
import { ProposalsView } from "~/components/proposals/proposals-view"
import { titleOf } from "~/components/proposals/title"
import { proposalsAction } from "~/effects/proposals/actions.server"
import { proposalsPage } from "~/effects/proposals/pages.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: ballots },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [insideTitle(matches, titleOf(data))]

/** GET ?p=n | ?new=1 | ?draft=id&secret= | the list by ?tab= */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(proposalsPage))

/** POST: one button, one intent. What needs no wallet works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, proposalsAction)

/** /community/detail/{id}/proposals */
export default function Proposals() {
  return <ProposalsView page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
