import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { Overview } from "~/components/inside/overview"
import { overviewPage } from "~/effects/communities/overview.server"
import { respond } from "~/effects/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: articles }]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches)]

export const loader = (args: LoaderFunctionArgs) => respond(args, overviewPage)

/** /community/detail/{id} */
export default function OverviewPage() {
  return <Overview page={useLoaderData<typeof loader>()} />
}
