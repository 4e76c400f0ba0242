/** An account that may not sign in anywhere on the site (docs/product/operators.md). Pure. */
import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"

export const Suspension = Schema.Struct({
  /** A closed account has also lost its profile. */
  kind: Schema.Literal("suspended", "closed"),
  reason: Schema.String,
  /** Unix milliseconds; null: until an operator ends it. */
  suspendedUntil: Schema.NullOr(Schema.Number)
})
export type Suspension = typeof Suspension.Type

/** The text that its person reads. */
export const inWords = ({ kind, reason, suspendedUntil }: Suspension): string => {
  const until = suspendedUntil === null ? "" : ` until ${inUtc("moment", suspendedUntil)} UTC`
  const what = kind === "closed" ? "was closed by the operators of this site" : `is suspended on this site${until}`
  return `This account ${what}: “${reason}” To object, or to ask for your data, write to us on the Support page.`
}
