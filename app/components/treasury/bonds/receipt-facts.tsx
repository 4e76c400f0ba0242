/** The figures of a receipt: what was settled, and of which series. */

import { Fact } from "~/components/base/parts/fact"
import { TimePair, UtcTime } from "~/components/base/parts/time-pair"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { dayText } from "~/effects/treasury/bonds/codes"
import type { CouponPart, ReceiptView } from "~/effects/treasury/bonds/heldViews"
import { moneyText, wholeText } from "~/effects/treasury/bonds/money"
import { lateText } from "~/effects/treasury/bonds/paymentWords"
import { BondCode } from "./bond-code"
import { paysText } from "./facts"
import { RECEIPT_WORDS } from "./receipt-words"

const endOf = ({ isLeft, isTakenBack }: CouponPart): string => {
  if (isTakenBack) return "; nobody claimed it, so the treasury withdrew it"
  return isLeft
    ? "; withdrawn by somebody who controls the treasury, in a transaction that was not made on this site"
    : ""
}

const paidInto = (part: CouponPart): string =>
  part.paidTo === "account" ? "The account itself" : `The community's locker, for this account${endOf(part)}`

export function SettledFacts({ now, receipt }: { readonly receipt: ReceiptView; readonly now: number }) {
  const { coupon, symbol } = receipt
  const names = RECEIPT_WORDS[receipt.kind]
  const late = lateText(receipt.daysLate)
  return (
    <dl className="facts">
      {receipt.name !== null && <Fact name={names.person}>{receipt.name}</Fact>}
      <Fact name={names.units}>
        {receipt.units}
        {coupon !== null && `, at ledger version ${grouped(coupon.recordVersion)}`}
      </Fact>
      <Fact name={names.perUnit}>
        {wholeText(receipt.perUnit)} {symbol}
      </Fact>
      <Fact name={names.total}>
        {wholeText(receipt.amount)} {symbol}
      </Fact>
      <Fact name={names.at}>
        {inUtc("moment", receipt.settledAt)} UTC
        <br />
        <TimePair at={receipt.settledAt} now={now} short /> local
        {late !== undefined && `, ${late}`}
      </Fact>
    </dl>
  )
}

export function SeriesFacts({ receipt }: { readonly receipt: ReceiptView }) {
  const { code, coupon, kind, series, symbol } = receipt
  return (
    <dl className="facts">
      <Fact name="Series">
        <BondCode code={code} />, {series.variant === "zero" ? "zero coupon" : "coupon bond"}
      </Fact>
      {series.variant === "coupon" && <Fact name="Pays">{paysText(series)}</Fact>}
      {coupon !== null && <Fact name="Coupon of">{dayText(coupon.dueAt)}</Fact>}
      {coupon !== null && <Fact name="Paid into">{paidInto(coupon)}</Fact>}
      <Fact name={kind === "purchase" ? "Total payments of one unit" : "Face value of one unit"}>
        {moneyText(kind === "purchase" ? series.owedPerUnit : series.faceValue)} {symbol}
      </Fact>
      <Fact name="Matures">
        <UtcTime at={series.maturesAt} />
      </Fact>
      {series.securedBy !== null && (
        <Fact name="Each is secured by">
          {wholeText(series.securedBy.amount)} {series.securedBy.symbol}
          {series.collateralFrom !== null && `, which its holder can take from ${dayText(series.collateralFrom)} on`}
        </Fact>
      )}
      {coupon === null && <Fact name="Total return">{series.totalReturn}</Fact>}
      <Fact name="Ledger version">{grouped(receipt.stateVersion)}</Fact>
    </dl>
  )
}
