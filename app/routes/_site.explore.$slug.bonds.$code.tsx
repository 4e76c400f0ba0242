import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { PublicSeries } from "~/components/bonds/public-series"
import { pageTitle } from "~/components/page-meta"
import { publicBond } from "~/effects/bonds/pages.server"
import { respond } from "~/effects/runtime.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data === undefined ? [] : [pageTitle(data.series.code, data.community.name)]

export const loader = (args: LoaderFunctionArgs) => respond(args, publicBond)

/** /explore/{slug}/bonds/{code} */
export default function Bond() {
  return <PublicSeries page={useLoaderData<typeof loader>()} />
}
