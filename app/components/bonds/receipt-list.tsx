import { Link } from "@remix-run/react"
import type { ReceiptsPage } from "~/effects/bonds/receiptViews"
import { Block } from "../inside/block"
import { NothingHere } from "../inside/nothing-here"
import { TimePair } from "../time-pair"
import { receiptLine } from "./receipt-words"

type Props = { readonly page: Extract<ReceiptsPage, { readonly view: "list" }> }

export function ReceiptList({ page: { lines, next, now } }: Props) {
  if (lines.length === 0) {
    return (
      <NothingHere title="Receipts">
        <p>No receipts yet. They come with the first bond you buy, and with every payment you get.</p>
      </NothingHere>
    )
  }
  return (
    <Block id="receipts" title="My receipts">
      <ul className="entries">
        {lines.map((line) => (
          <li key={line.id}>
            <div className="row" data-apart>
              <span>
                <Link to={`?${line.kind === "purchase" ? "purchase" : "payment"}=${line.id}`}>{line.number}</Link>{" "}
                <span className="muted">{receiptLine(line)}</span>
              </span>
              <TimePair at={line.settledAt} now={now} short />
            </div>
          </li>
        ))}
      </ul>
      {next !== null && (
        <p>
          <Link to={`?after=${next}`}>Earlier receipts</Link>
        </p>
      )}
    </Block>
  )
}
