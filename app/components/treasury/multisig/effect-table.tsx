import type { ReactNode } from "react"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import { isTransactionRequest, paidBy, totalOf } from "~/effects/treasury/multisig/approvalMessages"
import type { EffectView, MultisigView, RequestView } from "~/effects/treasury/multisig/views"

type Props = { readonly request: RequestView; readonly page: MultisigView }

/** What leaves and what arrives, for each account. */
export function EffectTable({ request, page: { balances, effects } }: Props) {
  const { payload } = request
  return (
    <table className="effect">
      <caption className="label">What will happen</caption>
      <tbody>
        {payload.kind === "payment" ? (
          <>
            <Row
              what="From the treasury"
              change={`-${totalOf(payload)}`}
              symbol={payload.symbol}
              more={
                balances[payload.resource] !== undefined &&
                `${readable(balances[payload.resource] ?? "0")} ${payload.symbol} in it now; the balance may change until the last signature`
              }
            />
            {paidBy(payload).map(({ amount, payee, payeeName }) => (
              <Row
                key={payee}
                what={`To ${payeeName ?? "an account"}`}
                change={amount}
                symbol={payload.symbol}
                more={<LedgerAddress kind="account" address={payee} />}
              />
            ))}
          </>
        ) : effects !== null && isTransactionRequest(payload) ? (
          effects.map((effect) => (
            <Previewed key={`${effect.account} ${effect.symbol}`} effect={effect} kind={payload.kind} />
          ))
        ) : (
          <Said payload={payload} />
        )}
        <Row what="Network fee" change="0" symbol="XRD" more="Paid by the relayer" />
      </tbody>
    </table>
  )
}

interface Line {
  readonly what: string
  /** Signed decimal. */
  readonly change: string
  readonly symbol: string
  readonly more?: ReactNode
}

function Row({ change, more, symbol, what }: Line) {
  const sign = change.startsWith("-") || change === "0" ? "" : "+"
  return (
    <tr>
      <th scope="row">
        {what}
        {more !== undefined && more !== false && <small>{more}</small>}
      </th>
      <td className="num">
        {sign}
        {readable(change)} {symbol}
      </td>
    </tr>
  )
}

const WHERE = {
  parking: "The escrow",
  back: "The escrow",
  recovery: "The locker",
  collateral: "The collateral",
  issue: "Another account"
} as const

/** One line of the ledger's preview. */
function Previewed({
  effect: { account, change, name, symbol },
  kind
}: {
  readonly effect: EffectView
  readonly kind: keyof typeof WHERE
}) {
  if (account === null) {
    const what = change.startsWith("-")
      ? "From the treasury"
      : kind === "issue"
        ? "Made in the treasury"
        : "Back to the treasury"
    return (
      <Row
        what={what}
        change={change}
        symbol={symbol}
        more="By a preview just now; it may change until the last signature"
      />
    )
  }
  // What a transaction creates has another address in each preview.
  const more = kind === "parking" ? "Made by this request" : <LedgerAddress kind="account" address={account} />
  return <Row what={name ?? WHERE[kind]} change={change} symbol={symbol} more={more} />
}

/** The amounts as proposed, if the ledger does not respond. A change of the rule moves nothing. */
function Said({ payload }: Pick<RequestView, "payload">) {
  if (!isTransactionRequest(payload))
    return <Row what="From the treasury" change="0" symbol="XRD" more="No money moves" />
  const comesIn = payload.kind !== "parking"
  const what =
    payload.kind === "issue" ? "Made in the treasury" : comesIn ? "Back to the treasury" : "From the treasury"
  return payload.amounts
    .filter(({ amount }) => amount !== "0")
    .map(({ amount, symbol }) => (
      <Row key={symbol} what={what} change={`${comesIn ? "" : "-"}${amount}`} symbol={symbol} />
    ))
}
