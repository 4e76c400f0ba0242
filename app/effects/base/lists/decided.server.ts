/** What a person says about a list, from the form of the page that asks (fields `header`, `column-{n}`, `marks`, `letters`). */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { columnsProblem, Role } from "./columns"
import { type Decided, decidedReading, type ListReading, openQuestion } from "./ListReading"
import { MARKS } from "./marks"
import type { Sheet } from "./Sheet"

const isRole = (text: string): text is Role => Role.literals.some((role) => role === text)

const decidedIn = (form: FormData, { columns }: ListReading): Decided => {
  const header = textOf(form, "header")
  const marks = textOf(form, "marks")
  return {
    header: /^\d{1,6}$/.test(header) ? Number(header) : columns.header,
    roles: columns.roles.map((role, at) => {
      const given = textOf(form, `column-${at}`)
      return isRole(given) ? given : role
    }),
    marks: MARKS.find((each) => each === marks) ?? null,
    hasRightLetters: form.has("letters")
  }
}

const hasSameColumns = (one: ListReading, other: ListReading) =>
  one.columns.header === other.columns.header && one.columns.roles.join() === other.columns.roles.join()

/**
 * The list as the form says. `isAgain`: the person wants to see the rows before they go on, so questions may stay open.
 * They may also if the columns have changed, because the person has not seen the question about them.
 */
export const readAsSaid = Effect.fn("readAsSaid")(function* (
  sheet: Sheet,
  before: ListReading,
  form: FormData,
  isAgain: boolean,
  noun = "amount"
) {
  const reading = yield* decidedReading(sheet, before, decidedIn(form, before))
  const wrong = columnsProblem(reading.columns, noun)
  if (wrong !== null) return yield* new InvalidFields({ fields: { columns: wrong } })
  const question = openQuestion(reading, noun)
  if (question !== null && hasSameColumns(reading, before) && !isAgain) {
    return yield* new InvalidFields({ fields: { [reading.marks === null ? "marks" : "letters"]: question } })
  }
  return { reading, question, hasNewHeadings: reading.columns.header !== before.columns.header }
})
