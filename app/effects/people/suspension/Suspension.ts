/** An account that may not sign in, on the whole site (docs/product/operators.md). Pure. */
import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"

export const Suspension = Schema.Struct({
  /** A closed account lost its profile too. */
  kind: Schema.Literal("suspended", "closed"),
  reason: Schema.String,
  /** Unix milliseconds; null: until an operator lifts it. */
  suspendedUntil: Schema.NullOr(Schema.Number)
})
export type Suspension = typeof Suspension.Type

/** For its person. */
export const inWords = ({ kind, reason, suspendedUntil }: Suspension): string => {
  const until = suspendedUntil === null ? "" : ` until ${inUtc("moment", suspendedUntil)} UTC`
  const what = kind === "closed" ? "was closed by the operators of this site" : `is suspended on this site${until}`
  return `This account ${what}: “${reason}” To object, or to ask for your data, write to us on the page Support.`
}
