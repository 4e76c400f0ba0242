/** A person's jobs (docs/product/people.md). Isomorphic: the sign-up form and the stored row have the same shape. */
import { Schema } from "effect"
import { areInOrder, hasItsEnd, isDay, isFilled, MOST_ENTRIES } from "./rules"

/** A calendar day, as `<input type="date">` gives it. */
export const Day = Schema.String.pipe(Schema.filter((text) => isDay(text)))
const NotBlank = Schema.String.pipe(Schema.filter((text) => isFilled(text)))

/** One job. `end_date` is null exactly if it is the current one. */
export const WorkEntry = Schema.Struct({
  company_name: NotBlank,
  start_date: Day,
  end_date: Schema.NullOr(Day),
  current: Schema.Boolean,
  designation: NotBlank,
  description: NotBlank
}).pipe(
  Schema.filter((entry) => hasItsEnd(entry) || { path: ["end_date"], message: "An ending date is needed." }),
  Schema.filter((entry) => areInOrder(entry) || { path: ["start_date"], message: "The dates are out of order." })
)
export type WorkEntry = typeof WorkEntry.Type

/** An empty list is valid. */
export const WorkHistory = Schema.Array(WorkEntry).pipe(Schema.maxItems(MOST_ENTRIES))
export type WorkHistory = typeof WorkHistory.Type
