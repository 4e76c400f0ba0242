import { inUtc } from "~/effects/base/text/moments"
import type { WorkEntry } from "~/effects/people/users/WorkHistory"

const monthOf = (day: string) => inUtc("month", Date.parse(`${day}T00:00:00Z`))

/** The jobs of a profile, newest start first. */
export function WorkList({ entries }: { readonly entries: ReadonlyArray<WorkEntry> }) {
  if (entries.length === 0) return <p className="muted">No work history.</p>
  const sorted = [...entries].sort((one, other) => other.start_date.localeCompare(one.start_date))
  return (
    <ul className="entries">
      {sorted.map((entry) => (
        <li key={`${entry.start_date} ${entry.company_name} ${entry.designation}`}>
          <p>
            <b>{entry.designation}</b>, {entry.company_name}
          </p>
          <p className="eyebrow">
            {monthOf(entry.start_date)} to {entry.end_date === null ? "now" : monthOf(entry.end_date)}
          </p>
          <p className="plain-text small">{entry.description}</p>
        </li>
      ))}
    </ul>
  )
}
