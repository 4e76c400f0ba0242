import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import stylesheet from "~/components/bonds/bonds.css?url"
import { ReceiptList } from "~/components/bonds/receipt-list"
import { ReceiptSheet } from "~/components/bonds/receipt-sheet"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { bondreciptPage } from "~/effects/bonds/receipts.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

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
