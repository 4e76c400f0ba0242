import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/treasury/bonds/bonds.css?url"
import { MyBonds } from "~/components/treasury/bonds/my-bonds"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { purchasedbondPage } from "~/effects/treasury/bonds/pages/holdings.server"
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
