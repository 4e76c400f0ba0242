import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import stylesheet from "~/components/communities/communities/community.css?url"
import { SquareView } from "~/components/communities/communities/pages/square-view"
import proposals from "~/components/governance/proposals/proposals.css?url"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { squarePage } from "~/effects/communities/communities/pages/square.server"
import { respond } from "~/effects/server/runtime.server"

const page = {
  title: "What communities are deciding now",
  summary: "Votes, results, threads and sales of all public communities, on one page."
}

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "stylesheet", href: proposals }
]

export const meta: MetaFunction = ({ matches }) => articleMeta(matches, "/community", page)

/** GET /community?tag= */
export const loader = (args: LoaderFunctionArgs) => respond(args, squarePage)

export default function Square() {
  return <SquareView {...useLoaderData<typeof loader>()} />
}
