import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import stylesheet from "~/components/treasury/bonds/bonds.css?url"
import { PublicSeries } from "~/components/treasury/bonds/public-series"
import { respond } from "~/effects/server/runtime.server"
import { publicBond } from "~/effects/treasury/bonds/pages/bonds.server"
import { STATES } from "~/effects/treasury/bonds/words"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) =>
  articleMeta(
    matches,
    `/explore/${params.slug}/bonds/${params.code}`,
    data === undefined
      ? undefined
      : {
          title: `${data.series.code} · ${data.community.name}`,
          pictureAlt: `Bond ${data.series.code} of ${data.community.name}: ${data.series.name}. ${STATES[data.series.state]}.`,
          summary: `${data.series.name}: what one unit costs, what it pays and when, and what can go wrong. Test network.`
        }
  )

export const loader = (args: LoaderFunctionArgs) => respond(args, publicBond)

/** /explore/{slug}/bonds/{code} */
export default function Bond() {
  return <PublicSeries page={useLoaderData<typeof loader>()} />
}
