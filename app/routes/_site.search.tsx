import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import stylesheet from "~/components/publishing/search/search.css?url"
import { SearchView } from "~/components/publishing/search/search-view"
import { siteSearch } from "~/effects/publishing/search/pages/search.server"
import { SITE_SEARCH } from "~/effects/publishing/search/searchQuery"
import { respond } from "~/effects/server/runtime.server"

const page = {
  title: "Search",
  summary: "Public communities, their proposals and announcements, and the articles of this site."
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = ({ matches }) => articleMeta(matches, SITE_SEARCH, page)

export const loader = (args: LoaderFunctionArgs) => respond(args, siteSearch)

/** GET /search?q= */
export default function SiteSearch() {
  return (
    <div className="wrap page">
      <SearchView page={useLoaderData<typeof loader>()} title="Search" where="on the public pages of this site" />
    </div>
  )
}
