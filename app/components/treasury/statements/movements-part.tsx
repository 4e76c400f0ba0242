import { Link } from "@remix-run/react"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import { periodSearch } from "~/effects/treasury/statements/period"
import { reasonWords } from "~/effects/treasury/statements/reasons"
import { type Statement, type StatementMovement, statementPath } from "~/effects/treasury/statements/statementView"
import { signed } from "./sum-tables"

/** Movements in order, grouped by token; the token that moved first comes first. */
const byToken = (movements: ReadonlyArray<StatementMovement>) => {
  const groups = new Map<string, Array<StatementMovement>>()
  for (const one of movements) groups.set(one.resource, [...(groups.get(one.resource) ?? []), one])
  return [...groups.values()]
}

/** The movements on this page of the statement, with links to the other pages. */
export function MovementsPart({ statement }: { readonly statement: Statement }) {
  const { escrow, isFirstPage, movements, next } = statement
  const count = statement.count + (escrow?.count ?? 0)
  const parts = [
    movements.filter(({ part }) => part === "treasury"),
    movements.filter(({ part }) => part === "escrow")
  ] as const
  const isAll = isFirstPage && next === null
  return (
    <section className="statement__part" aria-labelledby="movements">
      <h2 id="movements" className="h3">
        {isAll ? "All movements" : "Movements"}
      </h2>
      {movements.length === 0 && <p className="muted">Nothing moved.</p>}
      {!isAll && (
        <p className="small muted">
          {counted(movements.length, "movement")} of {grouped(count)}, from{" "}
          {inUtc("moment", movements[0]?.at ?? statement.period.from)}. The sums above include all of them.
        </p>
      )}
      {byToken(parts[0]).map((group) => (
        <TokenMovements key={group[0]?.resource} movements={group} />
      ))}
      {parts[1].length > 0 && <h3 className="h3">In escrow accounts</h3>}
      {byToken(parts[1]).map((group) => (
        <TokenMovements key={group[0]?.resource} movements={group} />
      ))}
      <Pages statement={statement} />
    </section>
  )
}

function Pages({ statement: { isFirstPage, next, period } }: { readonly statement: Statement }) {
  const { id } = useFrame()
  if (isFirstPage && next === null) return null
  const path = statementPath(id, periodSearch(period))
  return (
    <nav className="row no-print" aria-label="Pages of movements">
      {!isFirstPage && <Link to={path}>First movements</Link>}
      {next !== null && <Link to={`${path}&after=${encodeURIComponent(next)}`}>Later movements</Link>}
    </nav>
  )
}

function TokenMovements({ movements }: { readonly movements: ReadonlyArray<StatementMovement> }) {
  const name = movements[0]?.name ?? ""
  const hasFees = movements.some(({ fee }) => fee !== "0")
  const hasBalances = movements.every(({ balance }) => balance !== null)
  return (
    <div className="statement__part">
      <h3 className="h4 statement__token">
        {name} <span>{counted(movements.length, "movement")}</span>
      </h3>
      <table className="table moves" data-cards>
        <caption className="visually-hidden">Movements of {name}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Reason</th>
            <th scope="col">Signed by</th>
            <th scope="col" className="num">
              In or out
            </th>
            {hasFees && (
              <th scope="col" className="num">
                Fee
              </th>
            )}
            {hasBalances && (
              <th scope="col" className="num">
                Balance
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {movements.map((one) => (
            <tr key={`${one.txId} ${one.balance}`}>
              <td className="nowrap" data-label="Date">
                <time dateTime={new Date(one.at).toISOString()}>{inUtc("shortDay", one.at)}</time>
              </td>
              <th scope="row" data-label="Reason">
                <ReasonCell one={one} />
              </th>
              <td data-label="Signed by">
                <Signers one={one} />
              </td>
              <td className="num" data-label="In or out">
                {signed(one.amount)}
              </td>
              {hasFees && (
                <td className="num" data-label="Fee">
                  {one.fee === "0" ? "" : `−${readable(one.fee)}`}
                </td>
              )}
              {hasBalances && (
                <td className="num" data-label="Balance">
                  {readable(one.balance ?? "")}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ReasonCell({ one: { about, path, reason, request, txId } }: { readonly one: StatementMovement }) {
  const { id } = useFrame()
  return (
    <span>
      <b>{reasonWords[reason]}</b>
      <small>
        {path === null ? about : <Link to={insidePath(id, path)}>{about}</Link>}
        {about !== "" && <br />}
        <LedgerAddress kind="transaction" address={txId} />
        {request !== null && (
          <>
            <br />
            Request <span className="digest">{request.code}</span>, <Link to={request.check}>check who signed</Link>
          </>
        )}
      </small>
    </span>
  )
}

/** Who signed for the treasury; a deposit was signed by its sender. */
function Signers({ one: { reason, signers } }: { readonly one: StatementMovement }) {
  if (signers.length === 0) return <span className="muted">{reason === "deposit" ? "The sender" : "Unknown"}</span>
  return (
    <span>
      {signers.map(({ account, name }, index) => (
        <span key={account} title={account}>
          {index > 0 && <br />}
          {name ?? shortAddress(account)}
        </span>
      ))}
    </span>
  )
}
