/**
 * The list of jobs as a person edits it (docs/product/people.md): which entries are shown, what an edit changes, what
 * is missing.
 *
 * The first entry is always shown, but the list stays empty until something is typed, so that Skip is enabled from the
 * start. Pure, and free of React: the wizard and the edit page share it.
 */

import type { FieldErrors } from "~/effects/base/remix/form"
import {
  EARLIEST_WORK_DATE,
  emptyWorkEntry,
  LONGEST_TEXT,
  MOST_ENTRIES,
  type WorkEntryDraft,
  wrongWorkFields
} from "~/effects/people/users/rules"

export type WorkField = keyof WorkEntryDraft
export type WorkList = ReadonlyArray<WorkEntryDraft>
export type WorkProblems = { readonly [field in WorkField]?: string }

export interface WorkState {
  readonly entries: WorkList
  /** For each entry, the fields that were edited or left. Only these show errors. */
  readonly touched: ReadonlyArray<ReadonlyArray<WorkField>>
}

export type WorkEvent =
  | { readonly type: "edit"; readonly index: number; readonly change: Partial<WorkEntryDraft> }
  | { readonly type: "leave"; readonly index: number; readonly field: WorkField }
  | { readonly type: "add" }
  | { readonly type: "remove"; readonly index: number }
  | { readonly type: "skip" }
  | { readonly type: "touchAll" }

export const startWork = (entries: WorkList = []): WorkState => ({ entries, touched: entries.map(() => []) })

const fields: ReadonlyArray<WorkField> = [
  "company_name",
  "start_date",
  "end_date",
  "current",
  "designation",
  "description"
]
const texts = ["company_name", "start_date", "end_date", "designation", "description"] as const

const isBlank = (entry: WorkEntryDraft) => !entry.current && texts.every((field) => (entry[field] ?? "").trim() === "")

/** The entries on the page: there is always a first one to type in. */
export const shownEntries = (entries: WorkList): WorkList => (entries.length === 0 ? [emptyWorkEntry] : entries)

/** A single entry that is empty again counts as none; otherwise one stray character would disable Skip for good. */
const settled = (state: WorkState): WorkState =>
  state.entries.length === 1 && state.entries.every(isBlank) ? startWork() : state

/** A current job has no end date, whatever else the change says. */
const applied = (entry: WorkEntryDraft, change: Partial<WorkEntryDraft>): WorkEntryDraft => {
  const next = { ...entry, ...change }
  return { ...next, end_date: next.current ? null : (next.end_date ?? "") }
}

const touch = (touched: WorkState["touched"], index: number, names: ReadonlyArray<WorkField>) =>
  touched.map((seen, at) => (at === index ? [...new Set([...seen, ...names])] : seen))

export const workReducer = (state: WorkState, event: WorkEvent): WorkState => {
  switch (event.type) {
    case "edit": {
      const shown = shownEntries(state.entries)
      if (shown[event.index] === undefined) return state
      const entries = shown.map((entry, at) => (at === event.index ? applied(entry, event.change) : entry))
      const touched = touch(
        shown.map((_, at) => state.touched[at] ?? []),
        event.index,
        fields.filter((field) => field in event.change)
      )
      return settled({ entries, touched })
    }
    case "leave":
      return { ...state, touched: touch(state.touched, event.index, [event.field]) }
    case "add": {
      const shown = shownEntries(state.entries)
      return { entries: [...shown, emptyWorkEntry], touched: [...shown.map((_, at) => state.touched[at] ?? []), []] }
    }
    case "remove": {
      if (event.index < 1) return state
      const others = (_: unknown, at: number) => at !== event.index
      return settled({ entries: state.entries.filter(others), touched: state.touched.filter(others) })
    }
    case "skip":
      return startWork()
    case "touchAll":
      return { ...state, touched: state.entries.map(() => fields) }
  }
}

const words: { readonly [field in WorkField]: string } = {
  company_name: "Please fill in the company's name.",
  start_date: "Choose a day from 1 January 2000 to today.",
  end_date: "Choose a day from the starting date to today, or tick that you work there.",
  current: "Say whether you work there now.",
  designation: "Please fill in your role.",
  description: "Please fill in what the job was."
}

const tooLong = (text: string) => `At most ${LONGEST_TEXT} characters; you have ${text.length}.`

/** What is wrong with an entry, in words. `today` is a day as `YYYY-MM-DD`; no date may be later. */
export const entryProblems = (entry: WorkEntryDraft, today: string): WorkProblems => {
  const wrong = new Set<string>(wrongWorkFields(entry))
  // The schema checks the order of the dates only once each field is valid, and does not know today's date.
  if (entry.start_date > today || (entry.start_date !== "" && entry.start_date < EARLIEST_WORK_DATE)) {
    wrong.add("start_date")
  }
  if (!entry.current && (entry.end_date === null || entry.end_date < entry.start_date || entry.end_date > today)) {
    wrong.add("end_date")
    if (entry.start_date <= today && entry.start_date >= EARLIEST_WORK_DATE) wrong.delete("start_date")
  }
  const worded = (field: WorkField) => {
    const value = entry[field]
    return typeof value === "string" && value.length > LONGEST_TEXT ? tooLong(value) : words[field]
  }
  return Object.fromEntries(fields.filter((field) => wrong.has(field)).map((field) => [field, worded(field)]))
}

const names: { readonly [field in WorkField]: string } = {
  company_name: "Company name",
  start_date: "Starting date",
  end_date: "Ending date",
  current: "I currently work here.",
  designation: "Role",
  description: "Job description"
}

/** What is wrong with a list: by the name of the input, in words that name entry and field. */
export const workProblems = (entries: WorkList, today: string): FieldErrors => ({
  ...(entries.length > MOST_ENTRIES ? { work_history: `A work history has at most ${MOST_ENTRIES} entries.` } : {}),
  ...Object.fromEntries(
    entries.flatMap((entry, index) =>
      Object.entries(entryProblems(entry, today)).map(([field, problem]) => [
        workFieldName(index, field as WorkField),
        `Entry ${index + 1}, ${names[field as WorkField]}: ${problem}`
      ])
    )
  )
})

/** The refusal of a list, split by entry if the list can be read. */
export const byEntry = (fields: FieldErrors, entries: WorkList | undefined, today: string): FieldErrors => {
  const { work_history, ...others } = fields
  if (work_history === undefined || entries === undefined) return fields
  const problems = workProblems(entries, today)
  return Object.keys(problems).length === 0 ? fields : { ...others, ...problems }
}

const isText = (value: unknown): value is string => typeof value === "string"

const readEntry = (value: unknown): WorkEntryDraft | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const { company_name, current, description, designation, end_date, start_date } = value as Record<string, unknown>
  return isText(company_name) &&
    isText(start_date) &&
    (end_date === null || isText(end_date)) &&
    typeof current === "boolean" &&
    isText(designation) &&
    isText(description)
    ? { company_name, current, description, designation, end_date, start_date }
    : undefined
}

/**
 * Decodes a list of jobs as drafts, wherever it was stored or sent; undefined if it is not one. Without a schema
 * (docs/goals.md A2).
 */
export const readWork = (value: unknown): WorkList | undefined => {
  if (!Array.isArray(value)) return undefined
  const entries = value.map(readEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

/** The problems to show: those of fields that were touched. */
export const shownProblems = (state: WorkState, index: number, today: string): WorkProblems => {
  const entry = state.entries[index]
  if (entry === undefined) return {}
  const seen: ReadonlyArray<string> = state.touched[index] ?? []
  return Object.fromEntries(Object.entries(entryProblems(entry, today)).filter(([field]) => seen.includes(field)))
}

/** The form name of one input, for pages that post without JavaScript. */
export const workFieldName = (index: number, field: WorkField) => `work_history.${index}.${field}`

/** Decodes such a post. Empty entries are left out. */
export const workFromForm = (form: FormData): WorkList => {
  const text = (index: number, field: WorkField) => {
    const value = form.get(workFieldName(index, field))
    return typeof value === "string" ? value : ""
  }
  const entries: Array<WorkEntryDraft> = []
  for (let index = 0; form.has(workFieldName(index, "company_name")); index++) {
    const current = form.has(workFieldName(index, "current"))
    entries.push({
      company_name: text(index, "company_name"),
      start_date: text(index, "start_date"),
      end_date: current ? null : text(index, "end_date"),
      current,
      designation: text(index, "designation"),
      description: text(index, "description")
    })
  }
  return entries.filter((entry) => !isBlank(entry))
}

/** What a form lacks, as texts that follow "Still missing:". */
export interface Missing {
  /** The form name of the field. */
  readonly field: string
  readonly words: string
}

const workWords: { readonly [field in WorkField]: string } = {
  company_name: "the company name",
  start_date: "the starting date",
  end_date: "the ending date",
  current: "whether you work there now",
  designation: "your role",
  description: "the job description"
}

/** In the order of the form; several jobs are told apart by their number. */
export const missingInWork = (entries: WorkList, today: string): ReadonlyArray<Missing> =>
  entries.flatMap((entry, index) =>
    (Object.keys(entryProblems(entry, today)) as ReadonlyArray<WorkField>).map((field) => ({
      field: workFieldName(index, field),
      words: entries.length === 1 ? workWords[field] : `${workWords[field]} of job ${index + 1}`
    }))
  )
