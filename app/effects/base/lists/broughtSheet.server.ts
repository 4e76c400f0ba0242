/** The list of a form: a chosen file, which takes precedence, or pasted text. */
import { Effect } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { tidyLine } from "~/effects/base/text/plain"
import { UnreadableList } from "./Sheet"
import { sheetOfText } from "./sheetOfText.server"
import { isXlsx, sheetOfXlsx } from "./sheetOfXlsx.server"
import { textOfFile } from "./textOfFile"

/** Bytes of a file or of pasted text. */
export const LIST_BYTES = 3 * 1_048_576
const TOO_LARGE = "The list is larger than 3 MiB. Split it."
const FILE_NAME = 120

/** Reads `file`, else `text`. */
export const broughtSheet = Effect.fn("broughtSheet")(function* (form: FormData, text: string) {
  const file = form.get("file")
  if (!(file instanceof File) || file.size === 0) {
    const pasted = textOf(form, text)
    if (pasted.length > LIST_BYTES) return yield* new UnreadableList({ message: TOO_LARGE })
    return yield* sheetOfText(pasted)
  }
  if (file.size > LIST_BYTES) return yield* new UnreadableList({ message: TOO_LARGE })
  const name = tidyLine(file.name).slice(0, FILE_NAME)
  const bytes = new Uint8Array(yield* Effect.promise(() => file.arrayBuffer()))
  if (isXlsx(bytes)) return yield* sheetOfXlsx(bytes, name)
  const { encoding, text: read } = yield* textOfFile(bytes)
  return yield* sheetOfText(read, { encoding, file: name })
})
