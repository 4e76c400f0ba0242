import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { reasonWords } from "~/effects/treasury/statements/reasons"
import type { Statement, StatementReason } from "~/effects/treasury/statements/statementView"

/** The page shows at most this many tokens, since anyone can send tokens to a treasury; the file has all. */
const MOST_TOKENS = 100

/** An amount with its sign: "+736", "−8"; empty for zero. */
export const signed = (amount: string): string =>
  amount === "0" ? "" : amount.startsWith("-") ? readable(amount) : `+${readable(amount)}`

interface BalanceProps {
  readonly statement: Statement
  /** The tokens of the treasury, of its escrow accounts, or of both. */
  readonly tokens: Statement["tokens"]
  /** Whose balances these are, for screen readers. */
  readonly of: string
  readonly empty: string
}

export function BalanceTable({ empty, of, statement, tokens }: BalanceProps) {
  const { isRunning, now, period } = statement
  const [first, last] = [inUtc("shortDay", period.from), inUtc("shortDay", isRunning ? now : period.to - 1)]
  if (tokens.length === 0) return <p className="muted">{empty}</p>
  const more = tokens.length - MOST_TOKENS
  return (
    <>
      <table className="table" data-cards>
        <caption className="visually-hidden">Opening and closing balance of each token, {of}</caption>
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
              Fees
            </th>
            <th scope="col" className="num">
              {last}
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.slice(0, MOST_TOKENS).map(({ closing, fees, name, opening, paidIn, paidOut, resource }) => (
            <tr key={resource}>
              <th scope="row">{name}</th>
              <td className="num" data-label={first}>
                {readable(opening)}
              </td>
              <td className="num" data-label="In">
                {signed(paidIn)}
              </td>
              <td className="num" data-label="Out">
                {signed(paidOut)}
              </td>
              <td className="num" data-label="Fees">
                {fees === "0" ? "" : `−${readable(fees)}`}
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

export function ReasonTable({
  of,
  reasons
}: {
  readonly of: string
  readonly reasons: ReadonlyArray<StatementReason>
}) {
  return (
    <table className="table" data-cards>
      <caption className="visually-hidden">Sums by reason, {of}</caption>
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
