/** The list of a form: a chosen file, which takes precedence, or pasted text. */
import { Effect } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { tidyLine } from "~/effects/base/text/plain"
import { type Sheet, UnreadableList } from "./Sheet"
import { sheetOfText } from "./sheetOfText.server"
import { isXlsx, sheetOfXlsx } from "./sheetOfXlsx.server"
import { LIST_BYTES, LIST_TOO_LARGE } from "./sheetWords"
import { textOfFile } from "./textOfFile"

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
