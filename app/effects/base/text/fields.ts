/** The text of single fields as schemas, for every form that takes some (plain.ts says the rules). */
import { Schema } from "effect"
import { textProblem, tidyLine, tidyText } from "./plain"

const tidied = (tidy: (text: string) => string) =>
  Schema.transform(Schema.String, Schema.String, { strict: true, decode: tidy, encode: (text) => text }).pipe(
    Schema.filter((text) => textProblem(text) ?? true)
  )

/** A name, a title, a reason: one line, however it was typed. */
export const Line = tidied(tidyLine)

/** Several lines, each ended by LF, without blanks around them. */
export const Lines = tidied(tidyText)
