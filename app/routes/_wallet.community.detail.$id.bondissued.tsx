import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { SeriesList } from "~/components/bonds/series-list"
import { SeriesPage } from "~/components/bonds/series-page"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { bondissuedAction } from "~/effects/bonds/actions.server"
import { bondissuedPage } from "~/effects/bonds/pages.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.view === "single" ? data.item : "Bonds")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(bondissuedPage))

export const action = (args: ActionFunctionArgs) => respond(args, bondissuedAction)

/** /community/detail/{id}/bondissued; one of them with ?series={code} */
export default function Bonds() {
  const page = useGuardedData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page.view === "list" ? <SeriesList page={page} /> : <SeriesPage page={page} reply={reply} />
}
