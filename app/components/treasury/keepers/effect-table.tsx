import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import { isStepAct, paidBy, totalOf } from "~/effects/treasury/keepers/actWords"
import type { ActView, KeptView } from "~/effects/treasury/keepers/views"

type Props = { readonly act: ActView; readonly page: KeptView }

/** What leaves and what arrives, for each account. */
export function EffectTable({ act: { payload }, page: { balances } }: Props) {
  if (payload.kind === "rule" || payload.kind === "release") return null
  const comesIn = isStepAct(payload) && (payload.kind === "back" || payload.kind === "recovery")
  const moved = isStepAct(payload)
    ? payload.amounts.filter(({ amount }) => amount !== "0")
    : [{ amount: totalOf(payload), symbol: payload.symbol }]
  const held = payload.kind === "payment" ? balances[payload.resource] : undefined
  return (
    <table className="effect">
      <caption className="label">What will happen</caption>
      <tbody>
        {payload.kind !== "issue" &&
          moved.map(({ amount, symbol }) => (
            <tr key={symbol}>
              <th scope="row">
                {comesIn ? "Back to the treasury" : "Out of the treasury"}
                {held !== undefined && (
                  <small>
                    {readable(held)} {symbol} in it now; the balance may change until the last signature
                  </small>
                )}
              </th>
              <td className="num">
                {comesIn ? "+" : "−"}
                {readable(amount)} {symbol}
              </td>
            </tr>
          ))}
        {payload.kind === "issue" &&
          moved.map(({ amount, symbol }) => (
            <tr key={symbol}>
              <th scope="row">Made in the treasury</th>
              <td className="num">
                +{readable(amount)} {symbol}
              </td>
            </tr>
          ))}
        {payload.kind === "payment" &&
          paidBy(payload).map(({ amount, payee, payeeName }) => (
            <tr key={payee}>
              <th scope="row">
                To {payeeName ?? "an account"}
                <small>
                  <LedgerAddress kind="account" address={payee} />
                </small>
              </th>
              <td className="num">
                +{readable(amount)} {payload.symbol}
              </td>
            </tr>
          ))}
        <tr>
          <th scope="row">
            Network fee
            <small>Paid by the relayer</small>
          </th>
          <td className="num">0 XRD</td>
        </tr>
      </tbody>
    </table>
  )
}
