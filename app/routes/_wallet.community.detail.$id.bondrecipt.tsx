import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/treasury/bonds/bonds.css?url"
import { ReceiptList } from "~/components/treasury/bonds/receipt-list"
import { ReceiptSheet } from "~/components/treasury/bonds/receipt-sheet"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import { bondreciptPage } from "~/effects/treasury/bonds/pages/receipts.server"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.view === "single" ? data.receipt.number : "Receipts")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(bondreciptPage))

/** /community/detail/{id}/bondrecipt; one of them with ?purchase={id} or ?payment={id} */
export default function Receipts() {
  const page = useGuardedData<typeof loader>()
  return page.view === "list" ? <ReceiptList page={page} /> : <ReceiptSheet receipt={page.receipt} now={page.now} />
}
