import { Link } from "@remix-run/react"
import { inUtc } from "~/effects/base/text/moments"
import type { LogLine } from "~/effects/publishing/operating/acts"

export function LogTable({ lines }: { readonly lines: ReadonlyArray<LogLine> }) {
  if (lines.length === 0) return <p className="muted">No operator has taken an action yet.</p>
  return (
    <table className="table operator-table" data-cards="text">
      <caption className="visually-hidden">Audit log</caption>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Time, UTC</th>
          <th scope="col">Target</th>
          <th scope="col">By</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ at, by, id, reason, summary, target }) => (
          <tr key={id}>
            <td>{summary}</td>
            <td className="nowrap" data-label="Time, UTC">
              {inUtc("moment", at)}
            </td>
            <td className="what" data-label="On">
              {target.type === "account" ? (
                <Link to={`/operator/person/${target.id}`}>{target.label}</Link>
              ) : (
                target.label
              )}
            </td>
            <td data-label="By">{by}</td>
            <td className="what" data-label="Reason">
              {reason}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
