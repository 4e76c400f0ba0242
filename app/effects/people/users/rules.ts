/**
 * The rules of a profile's fields as plain predicates. The schemas of `forms.ts` use them, and so does the edit page,
 * which then needs no schema to mark a field (docs/goals.md A2).
 */
import { hasControls, textProblem } from "~/effects/base/text/plain"

/** At least 3 characters after trimming; letters, digits, underscore and space only. */
export const isUsername = (text: string): boolean => /^[A-Za-z0-9_ ]{3,60}$/.test(text.trim())

export const isBio = (text: string): boolean =>
  text.trim().length >= 10 && text.trim().length <= 300 && textProblem(text) === undefined

/** Deliberately loose: text, "@", text, ".", text, no white space. The one-time code is the real check. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && // RFC 5321, 4.5.3.1
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) &&
  textProblem(text) === undefined

export const MIN_TAGS = 5
export const MAX_TAGS = 10
const LONGEST_TAG = 40

/** Names from the server's list, each once. */
export const areTags = (tags: ReadonlyArray<string>): boolean =>
  tags.length >= MIN_TAGS &&
  tags.length <= MAX_TAGS &&
  new Set(tags).size === tags.length &&
  tags.every((tag) => tag !== "" && tag.length <= LONGEST_TAG)

/** The picture's address. */
export const isDisplayImage = (text: string): boolean => text !== "" && text.length <= 500 && !hasControls(text)

export const EARLIEST_WORK_DATE = "2000-01-01" // docs/product/people.md

/** True for an existing day: the parser alone would turn 30 February into 2 March. */
export const isDay = (text: string): boolean => {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
}

/** Characters of one text of a job. */
export const LONGEST_TEXT = 2_000
export const MOST_ENTRIES = 50

/** The text has something readable in it. */
export const isFilled = (text: string): boolean =>
  text.trim() !== "" && text.length <= LONGEST_TEXT && textProblem(text) === undefined

/** The entry form before validation: all strings except `current`, and no end date while current. */
export interface WorkEntryDraft {
  readonly company_name: string
  readonly start_date: string
  readonly end_date: string | null
  readonly current: boolean
  readonly designation: string
  readonly description: string
}
export const emptyWorkEntry: WorkEntryDraft = {
  company_name: "",
  start_date: "",
  end_date: "",
  current: false,
  designation: "",
  description: ""
}

type Dates = Pick<WorkEntryDraft, "current" | "end_date" | "start_date">

/** `end_date` is null exactly if it is the current job. */
export const hasItsEnd = ({ current, end_date }: Dates): boolean => current || end_date !== null

export const areInOrder = ({ end_date, start_date }: Dates): boolean =>
  start_date >= EARLIEST_WORK_DATE && (end_date === null || end_date >= start_date)

/** The fields of a job that break a rule. The order of the dates is checked once each field is valid. */
export const wrongWorkFields = (entry: WorkEntryDraft): ReadonlyArray<keyof WorkEntryDraft> => {
  const texts = (["company_name", "designation", "description"] as const).filter((field) => !isFilled(entry[field]))
  const dates = (["start_date", "end_date"] as const).filter((field) => {
    const day = entry[field]
    return day !== null && !isDay(day)
  })
  const alone = [...texts, ...dates]
  if (alone.length > 0) return alone
  if (!hasItsEnd(entry)) return ["end_date"]
  return areInOrder(entry) ? [] : ["start_date"]
}
