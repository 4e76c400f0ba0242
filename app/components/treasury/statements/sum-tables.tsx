import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { reasonWords } from "~/effects/treasury/statements/reasons"
import type { Statement, StatementReason } from "~/effects/treasury/statements/statementView"

/** A treasury with more tokens holds what was sent to everybody; the file has all. */
const MOST_TOKENS = 100

/** "+736", "−8"; nothing for nothing. */
export const signed = (amount: string): string =>
  amount === "0" ? "" : amount.startsWith("-") ? readable(amount) : `+${readable(amount)}`

export function BalanceTable({ statement }: { readonly statement: Statement }) {
  const { isRunning, now, period, tokens } = statement
  const [first, last] = [inUtc("shortDay", period.from), inUtc("shortDay", isRunning ? now : period.to - 1)]
  if (tokens.length === 0) return <p className="muted">The treasury was empty, and nothing moved.</p>
  const more = tokens.length - MOST_TOKENS
  return (
    <>
      <table className="table" data-cards>
        <caption className="visually-hidden">Opening and closing balance of each token</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col" className="num">
              {first}
            </th>
            <th scope="col" className="num">
              In
            </th>
            <th scope="col" className="num">
              Out
            </th>
            <th scope="col" className="num">
              {last}
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.slice(0, MOST_TOKENS).map(({ closing, name, opening, received, resource, sent }) => (
            <tr key={resource}>
              <th scope="row">{name}</th>
              <td className="num" data-label={first}>
                {readable(opening)}
              </td>
              <td className="num" data-label="In">
                {signed(received)}
              </td>
              <td className="num" data-label="Out">
                {signed(sent)}
              </td>
              <td className="num" data-label={last}>
                <b>{readable(closing)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="small muted">{counted(more, "more token")} are in the file.</p>}
    </>
  )
}

export function ReasonTable({ reasons }: { readonly reasons: ReadonlyArray<StatementReason> }) {
  return (
    <table className="table" data-cards>
      <caption className="visually-hidden">Sums by reason</caption>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" className="num">
            Movements
          </th>
          <th scope="col" className="num">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ movements, reason, sums }) => (
          <tr key={reason}>
            <th scope="row">{reasonWords[reason]}</th>
            <td className="num" data-label="Movements">
              {grouped(movements)}
            </td>
            <td className="num" data-label="Sum">
              <span>
                {sums.map(({ amount, name }) => (
                  <span key={name} className="statement__sum">
                    {amount === "0" ? "0" : signed(amount)} {name}
                  </span>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
