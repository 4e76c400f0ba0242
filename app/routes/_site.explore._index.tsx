import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import stylesheet from "~/components/communities/communities/community.css?url"
import { ExploreView } from "~/components/communities/communities/pages/explore-view"
import proposals from "~/components/governance/proposals/proposals.css?url"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { explorePage } from "~/effects/communities/communities/pages/explore.server"
import { respond } from "~/effects/server/runtime.server"

const page = {
  title: "Explore communities",
  summary: "Public communities on the Radix test network: what they do, how they decide and who can join."
}

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "stylesheet", href: proposals }
]

export const meta: MetaFunction = ({ matches }) => articleMeta(matches, "/explore", page)

/** GET /explore?tab=&q=&tag=&policy=&vote=&sale=&sort=&after= */
export const loader = (args: LoaderFunctionArgs) => respond(args, explorePage)

export default function Explore() {
  return <ExploreView {...useLoaderData<typeof loader>()} />
}
