/** What the forms about signers hold. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Once } from "~/effects/base/limits/Once.server"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import type { Act } from "../Act"

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

const KEY = /^[\w-]{8,80}$/

/** Once for each page it was sent from: a second submit does not propose a second payment, or say the same again. */
export const once = <E, R>(here: Inside, form: FormData, write: Effect.Effect<Pick<Act, "number">, E, R>) =>
  Effect.gen(function* () {
    const service = yield* Once
    const key = textOf(form, "key")
    const scope = JSON.stringify(["keepers", here.community.id, here.standing.account])
    const sent = JSON.stringify([...form].filter(([name]) => name !== "key"))
    const to = yield* service.run(
      scope,
      KEY.test(key) ? key : null,
      sent,
      Effect.map(write, ({ number }) => keepersHref(here.community.id, number))
    )
    return { to } satisfies Done
  })
