import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Seal } from "~/components/base/parts/seal"
import { TimePair } from "~/components/base/parts/time-pair"
import { inUtc } from "~/effects/base/text/moments"
import { dayText, inFours } from "~/effects/treasury/bonds/codes"
import { moneyText, timesUnits, wholeText } from "~/effects/treasury/bonds/money"
import { lateText } from "~/effects/treasury/bonds/paymentWords"
import type { CouponPart, ReceiptView } from "~/effects/treasury/bonds/receiptViews"
import { BondCode } from "./bond-code"
import { Fact, paysText } from "./facts"
import { RECEIPT_WORDS, receiptHeading } from "./receipt-words"

const STANDINGS = {
  confirmed: ["ok", "check", "Confirmed on the ledger"],
  missing: ["bad", "alert", "Not found on the ledger"],
  unknown: ["warn", "alert", "The ledger gateway does not answer"]
} as const

const paidInto = ({ isTakenBack, paidTo }: CouponPart): string =>
  paidTo === "account"
    ? "The account itself"
    : `The community's locker, for this account${isTakenBack ? "; unclaimed, so the treasury took it back" : ""}`

/** One page of A4 or Letter (docs/product/bonds.md, 3.6.7, bondrecipt). */
export function ReceiptSheet({ now, receipt }: { readonly receipt: ReceiptView; readonly now: number }) {
  const { code, community, coupon, kind, qr, series, symbol, units } = receipt
  const names = RECEIPT_WORDS[kind]
  const late = lateText(receipt.daysLate)
  const [tone, icon, words] = STANDINGS[receipt.standing]
  return (
    <div className="stack" data-gap="l">
      <p className="small no-print">
        <Link to="?">All receipts</Link>
      </p>
      <div className="row no-print" data-apart>
        <span className="state-line" data-tone={tone}>
          <Icon name={icon} /> {words}
        </span>
        <span className="row">
          <a className="button" data-size="s" href={receipt.filePath} download>
            Download JSON
          </a>
          <button className="button" data-kind="primary" data-size="s" type="button" onClick={() => window.print()}>
            Print
          </button>
        </span>
      </div>
      <article className="sheet receipt" data-lay="page" aria-labelledby="receipt">
        <header className="sheet__head">
          <div className="row">
            <Seal community={{ id: community.seal, name: community.name, logo: null }} size="l" />
            <div>
              <p>
                <b>{community.name}</b>
              </p>
              <p className="small muted">{community.tagline}</p>
            </div>
          </div>
          <div className="num">
            <p className="eyebrow">Receipt</p>
            <p className="code-name">{receipt.number}</p>
          </div>
        </header>
        <h2 id="receipt">{receiptHeading(receipt)}</h2>
        <div className="columns" data-even>
          <dl className="facts">
            {receipt.name !== null && <Fact name={names.person}>{receipt.name}</Fact>}
            <Fact name={names.units}>
              {units}
              {coupon !== null && `, at ledger version ${coupon.recordVersion.toLocaleString("en-GB")}`}
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
          <dl className="facts">
            <Fact name="Series">
              <BondCode code={code} />, {series.variant === "zero" ? "zero coupon" : "coupon bond"}
            </Fact>
            {series.variant === "coupon" && <Fact name="Pays">{paysText(series)}</Fact>}
            {coupon !== null && <Fact name="Coupon of">{dayText(coupon.dueAt)}</Fact>}
            {coupon !== null && <Fact name="Paid into">{paidInto(coupon)}</Fact>}
            <Fact name={kind === "purchase" ? "One unit pays in all" : "Face value of one unit"}>
              {moneyText(kind === "purchase" ? series.owedPerUnit : series.faceValue)} {symbol}
            </Fact>
            <Fact name="Matures">{inUtc("moment", series.maturesAt)} UTC</Fact>
            {coupon === null && <Fact name="Total return">{series.totalReturn}</Fact>}
            <Fact name="Ledger version">{receipt.stateVersion.toLocaleString("en-GB")}</Fact>
          </dl>
        </div>
        {/* Whole, since paper has nothing to press (docs/product/safety.md, C8). */}
        <dl className="stack" data-gap="s">
          <div>
            <dt className="small muted">Account</dt>
            <dd className="receipt__whole">{receipt.account}</dd>
          </div>
          <div>
            <dt className="small muted">Transaction</dt>
            <dd className="receipt__whole">{receipt.txId}</dd>
          </div>
        </dl>
        {kind === "purchase" && <Payments receipt={receipt} />}
        <div className="receipt__check">
          <svg
            className="qr"
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            role="img"
            aria-label="Code that opens the verify page with this receipt"
          >
            <path d={qr.path} />
          </svg>
          <div className="stack" data-gap="s">
            <p>
              <b>Check code</b>
            </p>
            <p className="digest receipt__code">{inFours(receipt.checkCode)}</p>
            <p className="small muted">
              Anyone can check this receipt on the page Verify with its file, which gives this code, and have it
              confirmed. Test network: the tokens named here have no value.
            </p>
          </div>
        </div>
      </article>
    </div>
  )
}

/** More would not fit a page of Letter. */
const MOST_ROWS = 11

function Payments({ receipt: { series, symbol, units } }: { readonly receipt: ReceiptView }) {
  const { payments } = series
  const shown = payments.length > MOST_ROWS ? [...payments.slice(0, MOST_ROWS - 2), ...payments.slice(-1)] : payments
  return (
    <>
      <h3 className="h4">Payment calendar</h3>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Date, UTC</th>
            <th scope="col">What</th>
            <th scope="col" className="num">
              {symbol}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ dueAt, kind, perUnit }) => (
            <tr key={`${kind}${dueAt}`}>
              <td>{inUtc("moment", dueAt)}</td>
              <td>{kind === "coupon" ? "Coupon" : `Face value of ${units} units`}</td>
              <td className="num">{moneyText(timesUnits(perUnit, units))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < payments.length && (
        <p className="small muted">
          {payments.length - shown.length} coupons between these are in the terms of the series.
        </p>
      )}
    </>
  )
}
