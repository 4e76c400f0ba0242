import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { EscrowNotice } from "~/components/treasury/payouts/escrow-notice"
import { counted } from "~/effects/base/text/counted"
import { daysSince, dayText } from "~/effects/treasury/bonds/codes"
import type { SeriesRow } from "~/effects/treasury/bonds/views"
import type { EscrowView } from "~/effects/treasury/escrow/EscrowView"
import { BondCode } from "./bond-code"

type Props = {
  readonly series: SeriesRow
  readonly now: number
  readonly withdrawn?: EscrowView["unknown"]
}

type LateProps = {
  readonly series: Pick<SeriesRow, "code" | "defaultedAt" | "lateSince" | "state">
  readonly now: number
  /** Names each series, for pages that show several. */
  readonly isNamed?: boolean
}

/** A late payment (docs/product/bonds.md). "Defaulted" after thirty days is a mark only, without a consequence. */
export function LateNotice({ isNamed = false, now, series }: LateProps) {
  const { code, defaultedAt, lateSince, state } = series
  if (state !== "overdue" || lateSince === null) return null
  return (
    <Notice tone="bad">
      <p>
        {isNamed && (
          <>
            <BondCode code={code} />:{" "}
          </>
        )}
        The payment of {dayText(lateSince)} is {counted(daysSince(lateSince, now), "day")} late
        {defaultedAt !== null && ", so the series counts as defaulted"}. What this means:{" "}
        <Link to="/resources/bonds-plain#risk">late payments</Link>
      </p>
    </Notice>
  )
}

/** The sale has ended with fewer units settled than its minimum. */
const wasCutShort = ({ minRaiseUnits, settledUnits, state }: SeriesRow) =>
  settledUnits > 0 && settledUnits < minRaiseUnits && !["scheduled", "open", "settling"].includes(state)

/** Notices above the terms: late payments, cancellation, withdrawn receipts. */
export function SeriesNotices({ now, series, withdrawn = [] }: Props) {
  return (
    <>
      <EscrowNotice escrow={{ unknown: withdrawn, haltedTx: null }} />
      {series.endedReason !== null && (
        <Notice tone="warn">
          <p>Cancelled: {series.endedReason} No order was used, and nothing left any wallet.</p>
        </Notice>
      )}
      {series.state === "redeemed" && (
        <Notice tone="ok">
          <p>Everything was paid: all units were redeemed at face value.</p>
        </Notice>
      )}
      {series.state === "collateral" && (
        <Notice tone="warn">
          <p>
            Since {dayText(series.collateralFrom ?? series.maturesAt)} these bonds are not redeemed any more. Holders
            who were not paid can take the collateral.
          </p>
        </Notice>
      )}
      {wasCutShort(series) && (
        <Notice tone="warn">
          <p>
            Settled below its minimum of {series.minRaiseUnits} units: orders failed after the first transaction.{" "}
            {series.settledUnits} units were sold.
          </p>
        </Notice>
      )}
      <LateNotice series={series} now={now} />
    </>
  )
}
