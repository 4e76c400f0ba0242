import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { articleMeta } from "~/components/article/article-meta"
import stylesheet from "~/components/community/community.css?url"
import { ExploreView } from "~/components/community/explore-view"
import proposals from "~/components/proposals/proposals.css?url"
import { explorePage } from "~/effects/communities/explore.server"
import { respond } from "~/effects/runtime.server"

const page = {
  title: "Explore communities",
  summary: "Public communities on the Radix test network: what they do, how they decide, how one joins."
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
