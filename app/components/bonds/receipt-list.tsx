import { Link } from "@remix-run/react"
import { moneyText } from "~/effects/bonds/money"
import type { ReceiptsPage } from "~/effects/bonds/views"
import { Block } from "../inside/block"
import { NothingHere } from "../inside/nothing-here"
import { TimePair } from "../time-pair"

type Props = { readonly page: Extract<ReceiptsPage, { readonly view: "list" }> }

export function ReceiptList({ page: { lines, next, now } }: Props) {
  if (lines.length === 0) {
    return (
      <NothingHere title="Receipts">
        <p>No receipts yet. They come with the first bond you buy.</p>
      </NothingHere>
    )
  }
  return (
    <Block id="receipts" title="My receipts">
      <ul className="entries">
        {lines.map(({ amount, code, id, kind, number, settledAt, symbol, units }) => (
          <li key={id} className="row" data-apart>
            <span>
              <Link to={`?${kind === "purchase" ? "purchase" : "payment"}=${id}`}>{number}</Link>
              <span className="muted">
                {" "}
                {units} units of {code} {kind === "purchase" ? "bought for" : "redeemed for"} {moneyText(amount)}{" "}
                {symbol}
              </span>
            </span>
            <TimePair at={settledAt} now={now} short />
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
