/**
 * The fields of every job (docs/product/people.md). Their names are numbered, so a plain form posts them
 * (`workFromForm` decodes it).
 */

import { type Dispatch, useId, useRef } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { FormIcon } from "~/components/base/parts/form-icon"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import {
  shownEntries,
  shownProblems,
  type WorkEvent,
  type WorkField,
  type WorkState,
  workFieldName
} from "~/effects/people/signup/workHistory"
import { EARLIEST_WORK_DATE, type WorkEntryDraft } from "~/effects/people/users/rules"

type Props = {
  readonly work: WorkState
  readonly dispatch: Dispatch<WorkEvent>
  /** The last day a job can begin or end on, as `YYYY-MM-DD`. */
  readonly today: string
}

export function WorkEntries({ dispatch, today, work }: Props) {
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = shownEntries(work.entries)

  const add = () => {
    dispatch({ type: "add" })
    // React draws the new entry first; then its first field takes the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>("fieldset:last-of-type input")?.focus())
  }
  const remove = (index: number) => {
    dispatch({ type: "remove", index })
    addButton.current?.focus() // the clicked button is about to disappear
  }

  return (
    <>
      <div className="stack" ref={list}>
        {entries.map((entry, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            key={index}
            entry={entry}
            index={index}
            problems={shownProblems(work, index, today)}
            today={today}
            dispatch={dispatch}
            onRemove={index === 0 ? undefined : () => remove(index)}
          />
        ))}
      </div>
      <HydratedButton className="button" ref={addButton} onClick={add}>
        <FormIcon name="plus" />
        Add another work Experience.
      </HydratedButton>
    </>
  )
}

type EntryProps = {
  readonly entry: WorkEntryDraft
  readonly index: number
  readonly problems: { readonly [field in WorkField]?: string }
  readonly today: string
  readonly dispatch: Dispatch<WorkEvent>
  readonly onRemove: (() => void) | undefined
}

function Entry({ dispatch, entry, index, onRemove, problems, today }: EntryProps) {
  const id = useId()
  const edit = (change: Partial<WorkEntryDraft>) => dispatch({ type: "edit", index, change })

  /** Attributes that the control of `field` needs; its label and kind are given at the call site. */
  const control = (field: Exclude<WorkField, "current">) => ({
    className: "input",
    id: workFieldName(index, field),
    name: workFieldName(index, field),
    value: entry[field] ?? "",
    "aria-invalid": problems[field] !== undefined || undefined,
    "aria-describedby": `${id}-${field}-error`,
    onChange: (event: { readonly target: { readonly value: string } }) => edit({ [field]: event.target.value }),
    onBlur: () => dispatch({ type: "leave", index, field })
  })
  const labelled = (field: Exclude<WorkField, "current">, label: string, element: React.ReactNode) => (
    <div className="field">
      <label htmlFor={workFieldName(index, field)}>{label}</label>
      {element}
      <FieldError id={`${id}-${field}-error`} message={problems[field]} />
    </div>
  )

  return (
    <fieldset className="stack block">
      <legend className="visually-hidden">Work entry {index + 1}</legend>
      <EntryHead index={index} onRemove={onRemove} />
      {labelled("company_name", "Company name", <input {...control("company_name")} autoComplete="off" />)}
      <div className="grid">
        {labelled(
          "start_date",
          "Starting date",
          <input {...control("start_date")} type="date" min={EARLIEST_WORK_DATE} max={today} />
        )}
        {labelled(
          "end_date",
          "Ending date",
          <input
            {...control("end_date")}
            type="date"
            min={entry.start_date === "" ? EARLIEST_WORK_DATE : entry.start_date}
            max={today}
            disabled={entry.current}
          />
        )}
      </div>
      <label className="check">
        <input
          type="checkbox"
          name={workFieldName(index, "current")}
          checked={entry.current}
          onChange={(event) => edit({ current: event.target.checked })}
        />
        I currently work here.
      </label>
      {labelled("designation", "Role", <input {...control("designation")} autoComplete="off" />)}
      {labelled("description", "Job description", <textarea {...control("description")} rows={4} />)}
    </fieldset>
  )
}

function EntryHead({ index, onRemove }: Pick<EntryProps, "index" | "onRemove">) {
  return (
    <div className="row" data-apart>
      <h3 className="h4">Entry {index + 1}</h3>
      {onRemove !== undefined && (
        <HydratedButton className="button" data-kind="quiet" data-size="s" onClick={onRemove}>
          <Icon name="cross" />
          Remove
        </HydratedButton>
      )}
    </div>
  )
}
