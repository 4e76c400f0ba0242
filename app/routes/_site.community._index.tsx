import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { articleMeta } from "~/components/article/article-meta"
import stylesheet from "~/components/community/community.css?url"
import { SquareView } from "~/components/community/square-view"
import proposals from "~/components/proposals/proposals.css?url"
import { squarePage } from "~/effects/communities/square.server"
import { respond } from "~/effects/runtime.server"

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
