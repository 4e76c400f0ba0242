import { grouped } from "~/effects/base/text/grouped"
import type { LedgerTime as Moment } from "~/effects/chain/ledger/LedgerTime"
import { dayInWords } from "./day"
import { Notice } from "./notice"

/** To the minute, in UTC, the ledger's clock. */
function At({ at }: { readonly at: string }) {
  return (
    <time dateTime={at}>
      {dayInWords(at.slice(0, 10))}, {at.slice(11, 16)} UTC
    </time>
  )
}

/**
 * The ledger state of the adjacent figures; if the gateway is down, says that they are older (docs/product/access.md).
 */
export function LedgerTime({ time }: { readonly time: Moment }) {
  return time.isFresh ? (
    <p className="muted small">
      Ledger version <data value={time.stateVersion}>{grouped(time.stateVersion)}</data>, <At at={time.at} />
    </p>
  ) : (
    <Notice tone="warn">
      <p>
        Ledger data is from <At at={time.at} />; the gateway does not answer.
      </p>
    </Notice>
  )
}
