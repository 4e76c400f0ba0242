/**
 * A list as it was brought: rows of cells with their line numbers, before anybody says what its columns are. The same
 * for pasted text, CSV and spreadsheets (docs/product/treasury.md). Pure: pages load this file.
 */
import { Data, Schema } from "effect"

export const SheetRow = Schema.Struct({
  /** Line of the file where the row begins, or the row's number in the spreadsheet. */
  line: Schema.Int,
  cells: Schema.Array(Schema.String),
  /** Indexes of cells that were written in quotes, so that their boundaries are certain. */
  quoted: Schema.optional(Schema.Array(Schema.Int)),
  /** Indexes of a spreadsheet's number cells, written with a decimal point whatever the sheet shows. */
  numbers: Schema.optional(Schema.Array(Schema.Int))
})
export type SheetRow = typeof SheetRow.Type

/** What separates the columns of a text; a spreadsheet has cells of its own. */
export const Separator = Schema.Literal(",", ";", "\t", " ", "=")
export type Separator = typeof Separator.Type

export const Encoding = Schema.Literal("utf-8", "utf-16le", "utf-16be", "windows-1252")
export type Encoding = typeof Encoding.Type

export const Sheet = Schema.Struct({
  /** Name of the chosen file; null for pasted text. */
  file: Schema.NullOr(Schema.String),
  /** Null for a spreadsheet. */
  separator: Schema.NullOr(Separator),
  encoding: Encoding,
  rows: Schema.Array(SheetRow)
})
export type Sheet = typeof Sheet.Type

/** Why a whole list cannot be read, in words for the person who brought it. */
export class UnreadableList extends Data.TaggedError("UnreadableList")<{ readonly message: string }> {}

/** Without rows in which nothing is written, and without the empty columns at the right. */
export const withoutBlanks = (rows: ReadonlyArray<SheetRow>): ReadonlyArray<SheetRow> =>
  rows.filter(({ cells, quoted }) => quoted !== undefined || cells.some((cell) => cell !== ""))

export const widthOf = (rows: ReadonlyArray<SheetRow>): number =>
  rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
