/**
 * Parses a list of payments (docs/product/treasury.md): `account,amount[,note]`, separated by `,` `;` or tab, with or
 * without a header, blank lines skipped, byte-order mark accepted. Pure; every line keeps its number in the file.
 */
import { type Field, type FieldRecord, recordsOf } from "./records"
import { unclearAmount, unclearParts } from "./unclear"

export interface PayLine {
  readonly line: number
  readonly account: string
  readonly amount: string
  readonly note: string
}

/** A line as it was read, with the error of an ambiguous amount. */
export interface ReadLine extends PayLine {
  readonly state?: "error"
  readonly error?: string
}

export const NOTE_LENGTH = 200
const FIELD_LENGTH = 120
const SEPARATORS = [",", ";", "\t"] as const
type Separator = (typeof SEPARATORS)[number]

/** The separator that comes first in the first line, because an amount with a decimal comma comes after it. */
const separatorOf = (text: string): Separator => {
  const [line = ""] = text.trimStart().split(/\r\n|\n|\r/)
  const places = SEPARATORS.map((separator) => [separator, line.indexOf(separator)] as const)
  const found = places.filter(([, at]) => at >= 0).sort(([, one], [, other]) => one - other)
  return found[0]?.[0] ?? ","
}

/** Marks a cut text with an ellipsis, so that an overlong text is never read as a shorter one. */
export const fieldOf = (text: string): string => (text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text)

const isHeader = ([first, second]: ReadonlyArray<Field>): boolean =>
  /^(account|address|recipient|member|name)( address)?$/i.test(first?.text ?? "") && !/\d/.test(second?.text ?? "")

/** The fields, from the amount on, that a comma may have split. */
const digitsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<string> => {
  const digits = (field: Field | undefined, shape: RegExp) =>
    field !== undefined && !field.isQuoted && shape.test(field.text)
  if (!digits(fields[0], /^\d+$/)) return []
  const end = fields.findIndex((field, index) => index > 0 && !digits(field, /^\d+(\.\d*)?$/))
  return fields.slice(0, end < 0 ? undefined : end).map(({ text }) => text)
}

export const MISPLACED = "The amount must be the second column."

/** If the header names another second column, the amounts cannot be trusted. */
const misplaced = (header: ReadonlyArray<Field>): string | null =>
  header.some(({ text }, index) => index !== 1 && /^amount$/i.test(text)) ? MISPLACED : null

const lineOf = ({ fields, line }: FieldRecord, separator: Separator, wrong: string | null): ReadLine => {
  const [account, ...rest] = fields
  const parts = separator === "," ? digitsOf(rest) : []
  const torn = unclearParts(parts)
  const amount = torn === null ? (rest[0]?.text ?? "") : parts.join(",")
  const notes = rest.slice(torn === null ? 1 : parts.length).map(({ text }) => text)
  const error = wrong ?? torn ?? unclearAmount(amount)
  return {
    line,
    account: fieldOf(account?.text ?? ""),
    amount: fieldOf(amount),
    note: notes.join(" ").trim().slice(0, NOTE_LENGTH),
    ...(error === null ? {} : { state: "error", error })
  }
}

export const readPayList = (given: string): ReadonlyArray<ReadLine> => {
  const text = given.replace(/^\uFEFF/, "")
  const separator = separatorOf(text)
  const { brokenQuote, records } = recordsOf(text, separator)
  const [first] = records
  // After an unclosed quotation mark it is unclear where a payment begins.
  if (first === undefined || brokenQuote !== null) return []
  const hasHeader = isHeader(first.fields)
  const wrong = hasHeader ? misplaced(first.fields) : null
  return (hasHeader ? records.slice(1) : records).map((record) => lineOf(record, separator, wrong))
}

/** Why the whole list cannot be read; null if it can. */
export const listProblem = (text: string): string | null => {
  const { brokenQuote } = recordsOf(text, separatorOf(text.replace(/^\uFEFF/, "")))
  return brokenQuote === null
    ? null
    : `A quotation mark in line ${brokenQuote} is not closed at the end of its field. Close it, or remove it.`
}
