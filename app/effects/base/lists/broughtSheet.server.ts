/** The list of a form: a chosen file, which takes precedence, or pasted text. */
import { pipeline } from "node:stream/promises"
import { setImmediate } from "node:timers/promises"
import { CsvError, parse } from "csv-parse"
import { Effect, Either } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import { columnsProblem, Role } from "./columns"
import { type Decided, decidedReading, type ListReading, openQuestion } from "./ListReading"
import { MARKS } from "./marks"
import { type Encoding, type Separator, type Sheet, type SheetRow, UnreadableList, withoutBlanks } from "./Sheet"
import { isXlsx, sheetOfXlsx } from "./sheetOfXlsx.server"
import { LIST_BYTES, LIST_TOO_LARGE, MOST_COLUMNS, MOST_LINES, TOO_MANY_COLUMNS, TOO_MANY_LINES } from "./sheetWords"

const SEPARATORS = [",", ";", "\t"] as const
/** Lines that are searched for a separator: exports begin with lines about the account. */
const FIRST_LINES = 20

const disperse = /^\s*(?:account_|0x)\w+\s*([ =])\s*\d/

/** The separator that comes first in a line, because an amount with a decimal comma comes after it. */
export const separatorOf = (text: string): Separator => {
  const lines = text
    .slice(0, 20_000)
    .split("\n", FIRST_LINES)
    .filter((line) => line.trim() !== "")
  const between = disperse.exec(lines[0] ?? "")?.[1]
  if (between === " " || between === "=") return between
  for (const line of lines) {
    const bare = line.replace(/"(?:[^"]|"")*"/g, "")
    const places = SEPARATORS.map((separator) => [separator, bare.indexOf(separator)] as const)
    const [found] = places.filter(([, at]) => at >= 0).sort(([, one], [, other]) => one - other)
    if (found !== undefined) return found[0]
  }
  return ","
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim()

/** Bytes between two polls for requests: some milliseconds. */
const AT_ONCE = 32_768

const portions = async function* (text: string) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    await setImmediate()
    yield bytes.subarray(from, from + AT_ONCE)
  }
}

/**
 * Splits a text into rows and cells (RFC 4180), in portions, between which requests run. Separators are comma,
 * semicolon and tab; space and equals sign between an address and an amount, as Disperse writes them. Line breaks
 * within quotes become spaces, so that a note of two lines is one note.
 */
export const sheetOfText = Effect.fn("sheetOfText")(function* (
  given: string,
  { encoding = "utf-8", file = null }: { readonly encoding?: Encoding; readonly file?: string | null } = {}
) {
  // The parser counts CR LF within quotes as two lines.
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")
  const separator = separatorOf(text)
  const rows: Array<SheetRow> = []
  let quoted: Array<number> = []
  let next = 1
  const parser = parse({
    delimiter: separator,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    cast: (cell, { index, quoting }) => {
      if (quoting) quoted.push(index)
      return cell
    },
    on_record: (cells: Array<string>, { lines }) => {
      rows.push({
        line: next,
        cells: quoted.length === 0 ? cells : cells.map((cell, at) => (quoted.includes(at) ? oneLine(cell) : cell)),
        ...(quoted.length === 0 ? {} : { quoted })
      })
      if (cells.length > MOST_COLUMNS) throw new UnreadableList({ message: TOO_MANY_COLUMNS })
      if (rows.length > MOST_LINES) throw new UnreadableList({ message: TOO_MANY_LINES })
      quoted = []
      next = lines + 1
      return null
    }
  })
  yield* Effect.tryPromise({
    // It emits no records, so nothing else would read it to its end.
    try: (signal) => pipeline(portions(text), parser.resume(), { signal }),
    catch: (error) => {
      if (error instanceof UnreadableList) return error
      if (!(error instanceof CsvError)) throw error
      const message = `A quotation mark in line ${next} is not closed at the end of its field. Close it, or remove it.`
      return new UnreadableList({ message })
    }
  })
  return { file, separator, encoding, rows: withoutBlanks(rows) } satisfies Sheet
})

const isRole = (text: string): text is Role => Role.literals.some((role) => role === text)

/** What a person says about a list (fields `header`, `column-{n}`, `marks`, `letters`). */
const decidedIn = (form: FormData, { columns }: ListReading): Decided => {
  const header = textOf(form, "header")
  const marks = textOf(form, "marks")
  return {
    header: /^\d{1,6}$/.test(header) ? Number(header) : columns.header,
    roles: columns.roles.map((role, at) => {
      const given = textOf(form, `column-${at}`)
      return isRole(given) ? given : role
    }),
    marks: MARKS.find((each) => each === marks) ?? null,
    hasRightLetters: form.has("letters")
  }
}

const hasSameColumns = (one: ListReading, other: ListReading) =>
  one.columns.header === other.columns.header && one.columns.roles.join() === other.columns.roles.join()

/**
 * The list as the form says. `isAgain`: the person wants to see the rows before they go on, so questions may stay open.
 * They may also if the columns have changed, because the person has not seen the question about them.
 */
export const readAsSaid = Effect.fn("readAsSaid")(function* (
  sheet: Sheet,
  before: ListReading,
  form: FormData,
  isAgain: boolean,
  noun = "amount"
) {
  const reading = yield* decidedReading(sheet, before, decidedIn(form, before))
  const wrong = columnsProblem(reading.columns, noun)
  if (wrong !== null) return yield* new InvalidFields({ fields: { columns: wrong } })
  const question = openQuestion(reading, noun)
  if (question !== null && hasSameColumns(reading, before) && !isAgain) {
    return yield* new InvalidFields({ fields: { [reading.marks === null ? "marks" : "letters"]: question } })
  }
  return { reading, question, hasNewHeadings: reading.columns.header !== before.columns.header }
})

interface FileText {
  readonly text: string
  /** `windows-1252` is a guess, because these files do not say what they are; callers ask the person. */
  readonly encoding: Encoding
}

const markOf = ([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined =>
  first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : undefined

const decoded = (bytes: Uint8Array, encoding: Encoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes a text file: UTF-8, UTF-16 with a byte-order mark, otherwise Western European letters. */
export const textOfFile = (bytes: Uint8Array): Either.Either<FileText, UnreadableList> => {
  const mark = markOf(bytes)
  const encoding = mark ?? (decoded(bytes, "utf-8") === undefined ? "windows-1252" : "utf-8")
  const text = decoded(bytes, encoding)
  // A NUL never occurs in a text; a file full of them is an image, an archive, or UTF-16 without its mark.
  if (text === undefined || text.includes("\u0000")) {
    return Either.left(new UnreadableList({ message: "This file is not a text. Save it as CSV (UTF-8) or as .xlsx." }))
  }
  return Either.right({ text: withoutControls(text), encoding })
}

const TOO_MUCH_TEXT = "The cells of this spreadsheet hold more than 3 MiB of text. Remove columns that are not needed."
const FILE_NAME = 120

/** A small archive can hold much text. */
const requireLittle = (sheet: Sheet) => {
  const size = sheet.rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0)
  return size > LIST_BYTES ? new UnreadableList({ message: TOO_MUCH_TEXT }) : Effect.succeed(sheet)
}

/** Reads `file`, else `text`. */
export const broughtSheet = Effect.fn("broughtSheet")(function* (form: FormData, text: string) {
  const file = form.get("file")
  if (!(file instanceof File) || file.size === 0) {
    const pasted = textOf(form, text)
    if (pasted.length > LIST_BYTES) return yield* new UnreadableList({ message: LIST_TOO_LARGE })
    return yield* sheetOfText(pasted)
  }
  if (file.size > LIST_BYTES) return yield* new UnreadableList({ message: LIST_TOO_LARGE })
  const name = tidyLine(file.name).slice(0, FILE_NAME)
  const bytes = new Uint8Array(yield* Effect.promise(() => file.arrayBuffer()))
  if (isXlsx(bytes)) return yield* requireLittle(yield* sheetOfXlsx(bytes, name))
  const { encoding, text: read } = yield* textOfFile(bytes)
  return yield* sheetOfText(read, { encoding, file: name })
})
