import { useState } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { ChoiceField, fieldId, TextField } from "~/components/base/forms/fields"
import { useZone } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { readTime } from "~/effects/governance/proposals/times"
import type { ProposalValues, TimeValues } from "~/effects/governance/proposals/values"
import { LEAST_TIMES, MOST_TIMES, timeWords } from "~/effects/governance/votes/proposal/pollTimes"

type Props = {
  readonly values: Pick<ProposalValues, "times" | "timesAre" | "timeZone">
  readonly errors: Readonly<Record<string, string>>
  readonly edit: (change: Partial<ProposalValues>) => void
}

const kinds = [
  { value: "clock", name: "Clock times", hint: "Each reader sees them in their own time zone." },
  { value: "days", name: "Whole days", hint: "The same day everywhere." }
]
const HOUR = 3_600_000
/** Characters of a whole clock time in a field. */
const CLOCK = "2026-12-24T18:00".length
const EMPTY: TimeValues = { start: "", end: "" }

/** Rows enough to begin with, also without JavaScript. */
const padded = (times: ReadonlyArray<TimeValues>): ReadonlyArray<TimeValues> => [
  ...times,
  ...Array.from({ length: Math.max(0, LEAST_TIMES - times.length) }, () => EMPTY)
]

/** A new start of a row without an end ends as long after as in the row before, or after an hour. */
const withStart = (row: TimeValues, start: string, before: TimeValues | undefined): TimeValues => {
  const [from, length] = [Date.parse(`${start}Z`), Date.parse(`${before?.end}Z`) - Date.parse(`${before?.start}Z`)]
  if (row.end !== "" || start.length < CLOCK || Number.isNaN(from)) return { ...row, start }
  return { start, end: new Date(from + (length > 0 ? length : HOUR)).toISOString().slice(0, CLOCK) }
}

/** The day stays; a clock time is cut off, or to be entered. */
const asTyped = (text: string, timesAre: string): string =>
  timesAre === "days" ? text.slice(0, 10) : text.length === 10 ? `${text}T00:00` : text

/** The times of a poll for a date. */
export function TimeRows({ edit, errors, values }: Props) {
  const own = useZone()
  const [isTyped, setTyped] = useState(values.timeZone !== "")
  const timeZone = isTyped ? values.timeZone : own
  const { timesAre } = values
  const rows = padded(values.times)
  const isDays = timesAre === "days"
  // The zone is stored with the first time: elsewhere, the same clock time would be another moment.
  const editRows = (times: ReadonlyArray<TimeValues>) => edit({ times, timeZone })
  const put = (at: number, row: TimeValues) => editRows(rows.map((each, index) => (index === at ? row : each)))
  return (
    <>
      <ChoiceField
        name="timesAre"
        label="The times are"
        options={kinds}
        value={timesAre}
        onEdit={(typed) => {
          const next = typed === "days" ? "days" : "clock"
          const times = values.times.map(({ end, start }) => ({ start: asTyped(start, next), end: asTyped(end, next) }))
          edit({ timesAre: next, times, timeZone })
        }}
      />
      {isDays ? (
        <input type="hidden" name="timeZone" value={timeZone} />
      ) : (
        <TextField
          name="timeZone"
          label="Time zone of these times"
          hint="Such as Europe/Berlin, or UTC."
          value={timeZone}
          error={errors.timeZone}
          onEdit={(typed) => {
            setTyped(true)
            edit({ timeZone: typed })
          }}
        />
      )}
      <fieldset className="field" data-invalid={errors.times === undefined ? undefined : true}>
        <legend className="label">Times</legend>
        <p className="field__hint">
          {LEAST_TIMES} to {MOST_TIMES}, all after voting closes.
          {isDays && " For a single day leave the last day empty."}
        </p>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <div className="time-row" key={at}>
            <TimeInput
              row={row}
              at={at}
              end="start"
              isDays={isDays}
              onEdit={(start) => put(at, withStart(row, start, rows[at - 1]))}
            />
            <TimeInput row={row} at={at} end="end" isDays={isDays} onEdit={(end) => put(at, { ...row, end })} />
            {rows.length > LEAST_TIMES && (
              <HydratedButton
                className="button only-script"
                data-kind="quiet"
                data-size="s"
                onClick={() => editRows(rows.filter((_, index) => index !== at))}
              >
                Remove
                <span className="visually-hidden"> time {at + 1}</span>
              </HydratedButton>
            )}
            <Reading row={row} values={{ timesAre, timeZone }} own={own} />
          </div>
        ))}
        <FieldError id={`${fieldId("times")}-error`} message={errors.times} />
        {rows.length < MOST_TIMES && (
          <p className="only-script">
            <HydratedButton className="button" data-size="s" onClick={() => editRows([...rows, EMPTY])}>
              Add a time
            </HydratedButton>
          </p>
        )}
      </fieldset>
    </>
  )
}

type InputProps = {
  readonly row: TimeValues
  readonly at: number
  readonly end: "start" | "end"
  readonly isDays: boolean
  readonly onEdit: (typed: string) => void
}

function TimeInput({ at, end, isDays, onEdit, row }: InputProps) {
  const names = isDays ? { start: "first day", end: "last day" } : { start: "starts", end: "ends" }
  const name = `Time ${at + 1}, ${names[end]}`
  return (
    <label className="time-row__end">
      <span className="small">{name}</span>
      <input
        className="input"
        id={at === 0 && end === "start" ? fieldId("times") : undefined}
        type={isDays ? "date" : "datetime-local"}
        name={end === "start" ? "timeStart" : "timeEnd"}
        value={row[end]}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
    </label>
  )
}

type ReadingProps = { readonly row: TimeValues; readonly values: Omit<Props["values"], "times">; readonly own: string }

/** How the row is read, in the zone of the person who fills in the form; nothing while it cannot be read. */
function Reading({ own, row, values }: ReadingProps) {
  if (row.start === "" || (row.end === "" && values.timesAre === "clock")) return null
  const read = readTime(values, row)
  return <p className="small muted time-row__read">{"value" in read ? timeWords(read.value, own) : null}</p>
}
