/** A domain of e-mail addresses or a network with which nobody may sign up (docs/product/operators.md). Pure. */
import { Schema } from "effect"

export const SignupBlock = Schema.Struct({
  /** "example.org", "192.0.2.7" or "192.0.2.0/24". */
  target: Schema.String,
  kind: Schema.Literal("domain", "network"),
  /** Shown to those who are refused. */
  reason: Schema.String,
  since: Schema.Number,
  /** Unix milliseconds; null: until an operator ends it. */
  endsAt: Schema.NullOr(Schema.Number)
})
export type SignupBlock = typeof SignupBlock.Type
