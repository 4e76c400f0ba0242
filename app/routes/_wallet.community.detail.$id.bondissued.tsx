import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { view } from "~/components/base/site/later"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/treasury/bonds/bonds.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { bondissuedAction } from "~/effects/treasury/bonds/pages/actions.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import type { BondsPage } from "~/effects/treasury/bonds/views"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

const SeriesList = view(async () => (await import("~/components/treasury/bonds/series-list")).SeriesList)
const SeriesPage = view(async () => (await import("~/components/treasury/bonds/series-page")).SeriesPage)

export const handle: PageHandle<BondsPage> = {
  loadView: ({ view }) => (view === "list" ? SeriesList : SeriesPage).load()
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.view === "single" ? data.item : "Bonds")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(bondissuedPage))

export const action = (args: ActionFunctionArgs) => respond(args, bondissuedAction)

/** /community/detail/{id}/bondissued; one of them with ?series={code} */
export default function Bonds() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  return page.view === "list" ? <SeriesList page={page} /> : <SeriesPage page={page} reply={reply} />
}
