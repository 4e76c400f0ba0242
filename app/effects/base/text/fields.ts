/** Schemas for single text fields, shared by all forms (rules: plain.ts). */
import { Schema } from "effect"
import { textProblem, tidyLine, tidyText } from "./plain"

const tidied = (tidy: (text: string) => string) =>
  Schema.transform(Schema.String, Schema.String, { strict: true, decode: tidy, encode: (text) => text }).pipe(
    Schema.filter((text) => textProblem(text) ?? true)
  )

/** A name, a title, a reason: reduced to one line. */
export const Line = tidied(tidyLine)

/** Several lines, each ended by LF, without surrounding white space. */
export const Lines = tidied(tidyText)
