/** The list of a form: a chosen file, which takes precedence, or pasted text. */
import { Effect, Either } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { tidyLine, withoutControls } from "~/effects/base/text/plain"
import { type Encoding, type Sheet, UnreadableList } from "./Sheet"
import { sheetOfText } from "./sheetOfText.server"
import { isXlsx, sheetOfXlsx } from "./sheetOfXlsx.server"
import { LIST_BYTES, LIST_TOO_LARGE } from "./sheetWords"

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
