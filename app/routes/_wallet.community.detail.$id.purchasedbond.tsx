import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { MyBonds } from "~/components/bonds/my-bonds"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { purchasedbondPage } from "~/effects/bonds/holdings.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "My bonds")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(purchasedbondPage))

/** /community/detail/{id}/purchasedbond */
export default function PurchasedBonds() {
  return <MyBonds page={useGuardedData<typeof loader>()} />
}
