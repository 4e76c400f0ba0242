import { Link } from "@remix-run/react"
import { NothingHere } from "~/components/base/parts/nothing-here"
import type { ReceiptsPage } from "~/effects/treasury/bonds/heldViews"
import { ReceiptEntries } from "./receipt-entries"

type Props = { readonly page: Extract<ReceiptsPage, { readonly view: "list" }> }

export function ReceiptList({ page: { lines, next, now } }: Props) {
  if (lines.length === 0) {
    return (
      <NothingHere title="Receipts">
        <p>No receipts yet. You get one with every bond you buy and every payment you receive.</p>
      </NothingHere>
    )
  }
  return (
    <section aria-labelledby="receipts">
      <h1 id="receipts" className="page-head">
        My receipts
      </h1>
      <ReceiptEntries lines={lines} now={now}>
        {({ id, kind, number }) => <Link to={`?${kind === "purchase" ? "purchase" : "payment"}=${id}`}>{number}</Link>}
      </ReceiptEntries>
      {next !== null && (
        <p>
          <Link to={`?after=${next}`}>Earlier receipts</Link>
        </p>
      )}
    </section>
  )
}
