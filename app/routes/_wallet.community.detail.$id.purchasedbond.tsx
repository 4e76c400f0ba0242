import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { MyBonds } from "~/components/bonds/my-bonds"
import { insideTitle } from "~/components/inside/inside-meta"
import { purchasedbondPage } from "~/effects/bonds/holdings.server"
import { respond } from "~/effects/runtime.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "My bonds")]

export const loader = (args: LoaderFunctionArgs) => respond(args, purchasedbondPage)

/** /community/detail/{id}/purchasedbond */
export default function PurchasedBonds() {
  return <MyBonds page={useLoaderData<typeof loader>()} />
}
