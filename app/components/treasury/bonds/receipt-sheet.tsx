import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Seal } from "~/components/base/parts/seal"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { inUtc } from "~/effects/base/text/moments"
import { inFours } from "~/effects/treasury/bonds/codes"
import type { ReceiptView } from "~/effects/treasury/bonds/heldViews"
import { moneyText, timesUnits } from "~/effects/treasury/bonds/money"
import { SeriesFacts, SettledFacts } from "./receipt-facts"
import { receiptHeading } from "./receipt-words"

const CONFIRMATIONS = {
  confirmed: ["ok", "check", "Confirmed on the ledger"],
  missing: ["bad", "alert", "Not found on the ledger"],
  unknown: ["warn", "alert", "The ledger's gateway is not responding"]
} as const

type Part = { readonly receipt: ReceiptView }

/** The receipt, made to print on one page of A4 or Letter (docs/product/bonds.md). */
export function ReceiptSheet({ now, receipt }: { readonly receipt: ReceiptView; readonly now: number }) {
  return (
    <div className="stack" data-gap="l">
      <p className="small no-print">
        <Link to="?">All receipts</Link>
      </p>
      <SheetActions receipt={receipt} />
      <article className="sheet receipt" data-lay="page" aria-labelledby="receipt">
        <SheetHead receipt={receipt} />
        <h1 id="receipt" className="h3">
          {receiptHeading(receipt)}
        </h1>
        <div className="columns" data-even>
          <SettledFacts receipt={receipt} now={now} />
          <SeriesFacts receipt={receipt} />
        </div>
        <Addresses receipt={receipt} />
        {receipt.kind === "purchase" && <Payments receipt={receipt} />}
        <CheckCode receipt={receipt} />
      </article>
    </div>
  )
}

/** Whether the ledger confirms the receipt, and the buttons to save and print it. */
function SheetActions({ receipt: { filePath, confirmation } }: Part) {
  const [tone, icon, words] = CONFIRMATIONS[confirmation]
  return (
    <div className="row no-print" data-apart>
      <span className="state-line" data-tone={tone}>
        <Icon name={icon} /> {words}
      </span>
      <span className="row">
        <a className="button" data-size="s" href={filePath} download>
          Download JSON
        </a>
        <HydratedButton className="button" data-kind="primary" data-size="s" onClick={() => window.print()}>
          Print
        </HydratedButton>
      </span>
    </div>
  )
}

function SheetHead({ receipt: { community, number } }: Part) {
  return (
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
        <p className="code-name">{number}</p>
      </div>
    </header>
  )
}

/** Addresses are printed in full, since paper cannot be clicked. */
function Addresses({ receipt: { account, txId } }: Part) {
  return (
    <dl className="stack" data-gap="s">
      <div>
        <dt className="small muted">Account</dt>
        <dd className="receipt__whole">{account}</dd>
      </div>
      <div>
        <dt className="small muted">Transaction</dt>
        <dd className="receipt__whole">{txId}</dd>
      </div>
    </dl>
  )
}

function CheckCode({ receipt: { checkCode, qr } }: Part) {
  return (
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
        <p className="digest receipt__code">{inFours(checkCode)}</p>
        <p className="small muted">
          Anyone can check this receipt with its file on the page Verify: the file has this code, and the ledger
          confirms the payment. Test network: the tokens named here have no value.
        </p>
      </div>
    </div>
  )
}

/** The most rows that fit a page of Letter. */
const MOST_ROWS = 11

function Payments({ receipt: { series, symbol, units } }: { readonly receipt: ReceiptView }) {
  const { payments } = series
  const shown = payments.length > MOST_ROWS ? [...payments.slice(0, MOST_ROWS - 2), ...payments.slice(-1)] : payments
  return (
    <>
      <h2 className="h4">Payment calendar</h2>
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
          {payments.length - shown.length} coupons between these are listed in the terms of the series.
        </p>
      )}
    </>
  )
}
