/**
 * A list of people with an e-mail address each, read as every list is (docs/product/communities.md): what its columns
 * are, and what each row says. Pure: pages load this file.
 */
import { Schema } from "effect"
import { Encoding, Separator, type Sheet, type SheetRow, widthOf } from "~/effects/base/lists/Sheet"
import { fold } from "~/effects/base/text/fold"
import { tidyLine } from "~/effects/base/text/plain"
import { isEmail } from "~/effects/people/users/rules"

/** Places of the columns; -1 for none. */
const PeopleColumns = Schema.Struct({
  /** Line of the headings; 0 if there are none. */
  header: Schema.Int,
  email: Schema.Int,
  name: Schema.Int
})
export type PeopleColumns = typeof PeopleColumns.Type

/** Stored with the list, so that everybody who looks at it later sees the same. */
export const PeopleReading = Schema.Struct({
  /** Name of the chosen file; null for pasted text. */
  file: Schema.NullOr(Schema.String),
  separator: Schema.NullOr(Separator),
  encoding: Encoding,
  columns: PeopleColumns,
  /** A person has seen the letters of a file that does not say how they are written. */
  hasRightLetters: Schema.Boolean
})
export type PeopleReading = typeof PeopleReading.Type

export const MOST_PEOPLE = 2_000
const MOST_NAME = 60

/** Exports have lines about themselves above the headings. */
const HEADER_WITHIN = 10

const EMAILS =
  /^(e[- ]?mail|mail)([- ]?(address|adresse|adress))?s?$|^(correo( electronico)?|courriel|adresse e[- ]?mail)$/
const NAMES = /^(name|full name|member|person|first name|vorname|mitglied|nombre|nom|nome|namn)$/

/** "Marta Lindqvist <marta@example.org>", as mail programs write it. */
const WRITTEN = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/

const emailIn = (cell: string): string => (WRITTEN.exec(cell.trim())?.[2] ?? cell).trim().toLowerCase()
const hasEmail = (cell: string): boolean => isEmail(emailIn(cell))
const wordOf = (cell: string): string => fold(cell).replace(/\s+/g, " ").trim()

const isHeader = ({ cells }: SheetRow): boolean =>
  !cells.some((cell) => cell.includes("@")) && cells.some((cell) => EMAILS.test(wordOf(cell)))

/** Rows below the headings. */
const rowsBelow = (rows: ReadonlyArray<SheetRow>, header: number) => rows.filter(({ line }) => line > header)

/** Columns in which at least half of the cells that are filled are addresses. */
const columnsOfEmails = (rows: ReadonlyArray<SheetRow>): ReadonlyArray<number> =>
  Array.from({ length: widthOf(rows) }, (_, at) => at).filter((at) => {
    const filled = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell.trim() !== "")
    return filled.length > 0 && filled.filter(hasEmail).length * 2 >= filled.length
  })

/** The columns below these headings. Two columns of addresses are a question, never a guess. */
export const peopleColumns = (rows: ReadonlyArray<SheetRow>, header: number): PeopleColumns => {
  const words = (rows.find(({ line }) => line === header)?.cells ?? []).map(wordOf)
  const below = rowsBelow(rows, header)
  const possible = columnsOfEmails(below)
  const named = words.flatMap((word, at) => (EMAILS.test(word) ? [at] : []))
  const candidates = possible.length > 1 ? possible.filter((at) => named.includes(at)) : possible
  const email = candidates.length === 1 ? (candidates[0] ?? -1) : -1
  const byName = words.findIndex((word) => NAMES.test(word))
  const others = Array.from({ length: widthOf(below) }, (_, at) => at).filter((at) => at !== email)
  const name = byName >= 0 ? byName : email >= 0 && others.length === 1 ? (others[0] ?? -1) : -1
  return { header, email, name }
}

export const peopleReading = (sheet: Sheet): PeopleReading => {
  const header = sheet.rows.slice(0, HEADER_WITHIN).find(isHeader)?.line ?? 0
  return {
    file: sheet.file,
    separator: sheet.separator,
    encoding: sheet.encoding,
    columns: peopleColumns(sheet.rows, header),
    hasRightLetters: sheet.encoding !== "windows-1252"
  }
}

export interface PeopleQuestion {
  readonly field: "email" | "letters"
  readonly message: string
}

/** What a person has to decide before anybody is invited; null if nothing is left. */
export const peopleQuestion = ({ columns, hasRightLetters }: PeopleReading): PeopleQuestion | null => {
  if (columns.email < 0) return { field: "email", message: "Choose the column with the e-mail addresses." }
  if (hasRightLetters) return null
  return { field: "letters", message: "Say whether the letters of this file are right." }
}

/** One row of the list. */
export interface ListedPerson {
  readonly line: number
  /** As it was written, if there is a problem. */
  readonly email: string
  readonly name: string
  /** Account addresses in its other cells. */
  readonly accounts: ReadonlyArray<string>
  /** Why the row is left out. */
  readonly problem: string | null
}

const problemOf = (email: string, earlier: number | undefined): string | null => {
  if (email === "") return "The e-mail address is missing."
  if (!isEmail(email)) return `“${email.slice(0, MOST_NAME)}” is not one e-mail address.`
  return earlier === undefined ? null : `The same address as in line ${earlier}.`
}

/** Each address once, in the order of the list. */
export const peopleIn = (
  rows: ReadonlyArray<SheetRow>,
  { columns: { email: emailAt, header, name: nameAt } }: PeopleReading
): ReadonlyArray<ListedPerson> => {
  const seen = new Map<string, number>()
  return rowsBelow(rows, header).map(({ cells, line }) => {
    const cell = cells[emailAt] ?? ""
    const email = emailIn(cell)
    const name = tidyLine(nameAt < 0 ? (WRITTEN.exec(cell.trim())?.[1] ?? "") : (cells[nameAt] ?? ""))
      .replace(/^"(.*)"$/, "$1")
      .slice(0, MOST_NAME)
    const problem = problemOf(email, seen.get(email))
    if (problem === null) seen.set(email, line)
    const accounts = cells.map((each) => each.trim()).filter((each) => each.startsWith("account_"))
    return { line, email, name, accounts, problem }
  })
}

/** What is known about a row of the list: `new` is everybody else. */
export type PersonState = "joined" | "invited" | "declined" | "new" | "wrong"
export interface PersonHere extends ListedPerson {
  readonly state: PersonState
  /** How it is known that they have joined. */
  readonly by: "invitation" | "name" | "account" | null
}
