/** Decodes a text file: UTF-8, UTF-16 with a byte-order mark, otherwise Western European letters. Pure. */
import { Either } from "effect"
import { withoutControls } from "~/effects/base/text/plain"
import { type Encoding, UnreadableList } from "./Sheet"

export interface FileText {
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
