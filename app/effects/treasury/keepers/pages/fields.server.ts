/** What the forms about signers hold. */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"

export const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })
const BADGE = /^#\d{1,6}#$/
const REASON = { least: 3, most: 200 }

export const idsIn = (form: FormData, field = "keepers"): ReadonlyArray<string> =>
  form
    .getAll(field)
    .map(String)
    .filter((id) => BADGE.test(id))
/** Badges of those who are asked to sign; left out where the form named none. */
export const signIn = (form: FormData) => ({ sign: idsIn(form, "sign") })
export const neededIn = (form: FormData): number => {
  const text = textOf(form, "needed").trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
}
export const reasonIn = (form: FormData) => {
  const reason = textOf(form, "reason").trim()
  return reason.length < REASON.least || reason.length > REASON.most
    ? wrong("reason", `Please write ${REASON.least} to ${REASON.most} characters.`)
    : Effect.succeed(reason)
}
