import { Link } from "@remix-run/react"
import { Fact } from "~/components/base/parts/fact"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { dayText } from "~/effects/treasury/bonds/codes"
import { moneyText } from "~/effects/treasury/bonds/money"
import { sharedText } from "~/effects/treasury/bonds/reserveWords"
import type { Terms } from "~/effects/treasury/bonds/views"
import { EVERY } from "~/effects/treasury/bonds/words"

/** What a buyer decides by: price, repayment, dates, risks and who holds the reserve. */
export function Glance({ series }: { readonly series: Terms }) {
  const { couponEvery, faceValue, issuePrice, maturesAt, owedPerUnit, payments, symbol } = series
  const coupons = payments.filter(({ kind }) => kind === "coupon")
  const [first] = coupons
  return (
    <dl className="glance">
      <Fact name="One unit costs">
        <b>
          {moneyText(issuePrice)} {symbol}
        </b>
      </Fact>
      <Fact name="It pays back">
        <b>
          {moneyText(owedPerUnit)} {symbol}
        </b>
        <small>
          {series.totalReturn} in total, {series.perYear} per year
        </small>
      </Fact>
      <Fact name="When">
        <b>{dayText(maturesAt)}</b>
        <small>
          {first === undefined || couponEvery === null
            ? "in one payment"
            : `${coupons.length === 1 ? "One coupon" : `${coupons.length} coupons`}, ${EVERY[couponEvery]} from ${dayText(first.dueAt)}, then ${moneyText(faceValue)} ${symbol}`}
        </small>
      </Fact>
      <Fact name="What can go wrong">
        <ul>
          <li>
            You may be paid late, or never: nothing on the ledger forces an issuer to pay.{" "}
            {series.secured !== null && (
              <>
                From {dayText(series.secured.from)} you can take its <a href="#collateral">collateral</a> instead.{" "}
              </>
            )}
            <Link to="/resources/bonds-plain#risk">What that means</Link>
          </li>
          {series.minRaiseUnits > 0 && series.settledUnits === 0 && (
            <li>
              If fewer than {moneyText(String(series.minRaiseUnits))} units are ordered, the series ends, and nothing
              leaves any wallet.
            </li>
          )}
          <li>You may need the money sooner: nobody has to buy a unit back before it matures.</li>
        </ul>
      </Fact>
      <Fact name="Who holds the reserve">
        <p>
          {series.isTreasuryReserve ? "The community's treasury" : "An account named by the community"},{" "}
          <LedgerAddress kind="account" address={series.reserveAccount} />. <Reserve series={series} />
        </p>
      </Fact>
    </dl>
  )
}

function Reserve({ series: { cover, group, owed, symbol } }: { readonly series: Terms }) {
  if (group === "finished") return <>Nothing is owed any more.</>
  if (cover === null) return owed === "0" ? <>Nothing is owed yet.</> : <>We cannot read its balance right now.</>
  return (
    <>
      It holds {moneyText(cover.held)} {symbol} against {moneyText(cover.owed)} {symbol} owed:{" "}
      {cover.label.toLowerCase()}, {cover.share}. The money can be spent on anything.
      {cover.shared.length > 0 && ` ${sharedText(cover.shared, owed, symbol)}`}
    </>
  )
}
