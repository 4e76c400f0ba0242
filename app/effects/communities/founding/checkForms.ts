/** Checks the parts of a community form that need no database. */
import type { Either } from "effect"
import { checkForm, type FieldErrors } from "~/effects/base/remix/form"
import { DecisionsForm, PeopleForm } from "./forms"
import type { BasicsValues, DecisionsValues, PeopleValues } from "./values"

/** Rows of links from two columns of fields. */
export const linkRows = ({ linkLabel, linkUrl }: Pick<BasicsValues, "linkLabel" | "linkUrl">) =>
  Array.from({ length: Math.max(linkLabel.length, linkUrl.length) }, (_, row) => ({
    label: linkLabel[row] ?? "",
    url: linkUrl[row] ?? ""
  }))

/** The checked value, or the first message of each wrong field. */
export type Checked<A> = Either.Either<A, FieldErrors>

export const checkPeople = (values: PeopleValues): Checked<PeopleForm> => checkForm(PeopleForm, values)
export const checkDecisions = (values: DecisionsValues): Checked<DecisionsForm> => checkForm(DecisionsForm, values)
