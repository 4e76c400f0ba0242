import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/publishing/search/search.css?url"
import { SearchView } from "~/components/publishing/search/search-view"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { insideSearch } from "~/effects/publishing/search/pages/search.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.query.q ? `Search for ${data.query.q}` : "Search")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(insideSearch))

/** GET /community/detail/{id}/search?q= */
export default function InsideSearch() {
  const page = useGuardedData<typeof loader>()
  return <SearchView page={page} title={`Search ${useFrame().name}`} where="in this community" />
}
