/** An unsent e-mail. Isomorphic: the operators' pages show it. */
import { Schema } from "effect"

/** As operators see it: without its text, which may contain a code. */
export const Unsent = Schema.Struct({
  id: Schema.String,
  recipient: Schema.String,
  subject: Schema.String,
  attempts: Schema.Int,
  lastError: Schema.NullOr(Schema.String),
  createdAt: Schema.Number,
  nextTryAt: Schema.Number,
  /** Null while it is tried. */
  failedAt: Schema.NullOr(Schema.Number),
  hasText: Schema.Literal(0, 1)
})
export type Unsent = typeof Unsent.Type
