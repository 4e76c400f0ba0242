/** Reads the forms about signers. */
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { AmountText, isTooLarge, TOO_LARGE } from "~/effects/base/amounts/AmountText"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { payeeIn } from "~/effects/treasury/deployment/payee.server"
import { keyField } from "~/effects/treasury/deployment/seatIds"
import type { ApprovalRequest } from "../ApprovalRequest"
import { MOST_PAYEES, payeeFields } from "../payees"

export const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })
const BADGE = /^#\d{1,6}#$/
const REASON = { least: 3, most: 200 }

export const idsIn = (form: FormData, field = "signers"): ReadonlyArray<string> =>
  form
    .getAll(field)
    .map(String)
    .filter((id) => BADGE.test(id))
/** The chosen badges, how many must approve, and each signer's key as typed if the rule is to count keys. */
export const ruleIn = (form: FormData) =>
  Effect.gen(function* () {
    const [ids, needed, mode] = [idsIn(form), neededIn(form), textOf(form, "mode")]
    if (mode === "keys") return { ids, needed, keys: new Map(ids.map((id) => [id, textOf(form, keyField(id))])) }
    return mode === "named" || mode === ""
      ? { ids, needed }
      : yield* wrong("mode", "Choose whose signatures count: named signers, or any of the signers by their keys.")
  })
/** Badges of the signers who are asked; absent if the form named none. */
export const signIn = (form: FormData) => ({ sign: idsIn(form, "sign") })
const neededIn = (form: FormData): number => {
  const text = textOf(form, "needed").trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
}
export const reasonIn = (form: FormData): Effect.Effect<string, InvalidFields> => {
  const reason = textOf(form, "reason").trim()
  return reason.length < REASON.least || reason.length > REASON.most
    ? wrong("reason", `Please write ${REASON.least} to ${REASON.most} characters.`)
    : Effect.succeed(reason)
}

/** One payee row; empty if both its fields are empty and it is not the first. */
const payeeAt = (communityId: CommunityId, form: FormData, place: number) =>
  Effect.gen(function* () {
    const [ofAmount, ofPayee] = payeeFields(place)
    const [amount, payee] = [textOf(form, ofAmount).trim(), textOf(form, ofPayee).trim()]
    if (place > 1 && amount === "" && payee === "") return []
    if (place > MOST_PAYEES) return yield* wrong("payee", `At most ${MOST_PAYEES} payees in one request.`)
    const read = yield* Effect.mapError(Schema.decode(AmountText)(amount), () =>
      wrong(ofAmount, isTooLarge(amount) ? TOO_LARGE : "Write a number, for example 420 or 12.5.")
    )
    const account = yield* Effect.mapError(payeeIn(communityId, payee), (failure) =>
      failure._tag === "InvalidFields" ? wrong(ofPayee, failure.fields.payee ?? failure.message) : failure
    )
    return [{ amount: read, payee: account }]
  })

/** All payees with their amounts. */
export const payeesIn = (communityId: CommunityId, form: FormData) =>
  Effect.gen(function* () {
    // Reads one row more than allowed, so that nobody is left out silently.
    const rows = yield* Effect.forEach(
      Array.from({ length: MOST_PAYEES + 1 }, (_, index) => index + 1),
      (place) => payeeAt(communityId, form, place)
    )
    const [first, ...further] = rows.flat()
    return first === undefined ? yield* wrong("payee", "Write who is paid.") : { ...first, further }
  })

const KEY = /^[\w-]{8,80}$/

/** Runs once for each page it is sent from: a second submit does not write a second request or comment. */
export const once = <E, R>(here: Inside, form: FormData, write: Effect.Effect<Pick<ApprovalRequest, "number">, E, R>) =>
  Effect.gen(function* () {
    const service = yield* Idempotency
    const key = textOf(form, "key")
    const scope = JSON.stringify(["signers", here.community.id, here.communityRole.account])
    const sent = JSON.stringify([...form].filter(([name]) => name !== "key"))
    const to = yield* service.run(
      scope,
      KEY.test(key) ? key : null,
      sent,
      Effect.map(write, ({ number }) => signersHref(here.community.id, number))
    )
    return { to } satisfies Done
  })
