import type { ReactNode } from "react"
import { TimePair } from "~/components/base/parts/time-pair"
import type { ReceiptLine } from "~/effects/treasury/bonds/heldViews"
import { TextWithCode } from "./bond-code"
import { receiptLine } from "./receipt-words"

type Props<Line> = {
  readonly lines: ReadonlyArray<Line>
  readonly now: number
  /** Draws the receipt's number as a link to the sheet or to the file. */
  readonly children: (line: Line) => ReactNode
}

/** One receipt a line: number, subject, date. */
export function ReceiptEntries<Line extends ReceiptLine>({ children, lines, now }: Props<Line>) {
  return (
    <ul className="entries">
      {lines.map((line) => (
        <li key={line.id}>
          <div className="row" data-apart>
            <span>
              {children(line)}{" "}
              <span className="muted">
                <TextWithCode code={line.code} text={receiptLine(line)} />
              </span>
            </span>
            <TimePair at={line.settledAt} now={now} short />
          </div>
        </li>
      ))}
    </ul>
  )
}
