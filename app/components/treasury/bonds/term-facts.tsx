import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { EnforcedBy, type Enforcer } from "~/components/base/parts/enforced-by"
import { Fact } from "~/components/base/parts/fact"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Term } from "~/components/base/parts/term"
import { TimePair } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { MOST_COUNTED } from "~/effects/treasury/bonds/limits"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { Terms } from "~/effects/treasury/bonds/views"
import { paysText } from "./facts"

type RuleProps = { readonly name: string; readonly enforcer: Enforcer; readonly children: ReactNode }

function Rule({ children, enforcer, name }: RuleProps) {
  const signed = (
    <>
      {name} <EnforcedBy enforcer={enforcer} />
    </>
  )
  return <Fact name={signed}>{children}</Fact>
}

const count = (n: number) => moneyText(String(n))

const orderWords = (orders: number): string => {
  if (orders > MOST_COUNTED) return `more than ${count(MOST_COUNTED)} orders`
  return counted(orders, "order")
}

/** All terms of a series. */
export function TermFacts({
  holders = null,
  now,
  proposalHref,
  series
}: {
  readonly series: Terms
  readonly now: number
  readonly holders?: number | null
  /** Page of the vote on the terms, from the proposal's number. */
  readonly proposalHref: string | null
}) {
  const { bondResource, issueTxId, maxPerBuyer, minPerBuyer, minRaiseUnits, orders, sold, units } = series
  return (
    <dl className="facts">
      <Fact name="Face value of one unit">
        {moneyText(series.faceValue)} {series.symbol} on <TimePair at={series.maturesAt} now={now} short />
      </Fact>
      {series.variant === "coupon" && (
        <Fact name={<Term of="coupon">Coupon</Term>}>{paysText(series)} (actual/365)</Fact>
      )}
      <Rule name="On offer" enforcer="ledger">
        {counted(units, "unit")}
        {minRaiseUnits > 0 && `, at least ${count(minRaiseUnits)}`}
      </Rule>
      <Fact name="Ordered so far">
        {counted(sold, "unit")} in {orderWords(orders)}
      </Fact>
      {holders !== null && series.settledUnits > 0 && <Fact name="Held by">{counted(holders, "account")}</Fact>}
      <Rule name="One buyer may order" enforcer="site">
        {count(minPerBuyer)} to {count(maxPerBuyer)} units
      </Rule>
      <Rule name="Offered to" enforcer="site">
        {series.audience === "public" ? "Everyone" : "Members"}
      </Rule>
      <Rule name="Sale" enforcer="site">
        <TimePair at={series.saleOpensAt} now={now} short /> to <TimePair at={series.saleClosesAt} now={now} short />
      </Rule>
      <Rule name="Orders are swapped" enforcer="ledger">
        {series.settleMode === "atClose" ? "after the close, by " : "as they come in, by "}
        <TimePair at={series.settleBy} now={now} short />
      </Rule>
      {series.decidedIn !== null && proposalHref !== null && (
        <Fact name="Decided in">
          <Link to={proposalHref}>Proposal {series.decidedIn}</Link>
        </Fact>
      )}
      {bondResource !== null && (
        <Fact name="Units on the ledger">
          <LedgerAddress kind="resource" address={bondResource} />
        </Fact>
      )}
      {issueTxId !== null && (
        <Fact name="Issued in">
          <LedgerAddress kind="transaction" address={issueTxId} />
        </Fact>
      )}
      {series.termsDigest !== null && (
        <Fact name="SHA-256 of the terms">
          <span className="digest" title={series.termsDigest}>
            {series.termsDigest.slice(0, 8)}…{series.termsDigest.slice(-8)}
          </span>
        </Fact>
      )}
    </dl>
  )
}
