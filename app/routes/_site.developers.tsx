import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { DevelopersView } from "~/components/publishing/readapi/developers-view"
import { developersPage } from "~/effects/publishing/readapi/pages/document.server"
import { respond } from "~/effects/server/runtime.server"
import stylesheet from "~/styles/article.css?url"

const page = {
  title: "Read API",
  summary: "Communities, proposals and bonds as JSON: each address, its parameters and its response."
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = ({ matches }) => articleMeta(matches, "/developers", page)

/** GET /developers: the documentation of the read API. */
export const loader = (args: LoaderFunctionArgs) => respond(args, developersPage)

export default function Developers() {
  return <DevelopersView page={useLoaderData<typeof loader>()} {...page} />
}
