/** What the commands of the members page share: reading a form, writing once, and the page to go back to. */
import { Effect, type Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { broughtSheet } from "~/effects/base/lists/broughtSheet.server"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { membersPath } from "../joining"
import { membersHref, readQuery } from "../query"

export const read = <A, I>(schema: Schema.Schema<A, I>, form: FormData) =>
  Effect.mapError(checkForm(schema, formRecord(form)), (fields) => new InvalidFields({ fields }))

const KEY = /^[\w-]{8,80}$/

/** Runs a write once for an idempotency key; both submissions are redirected to the same page. */
export const once = <E, R>(here: Inside, form: FormData, content: object, write: Effect.Effect<string, E, R>) =>
  Effect.gen(function* () {
    const store = yield* Idempotency
    const key = textOf(form, "key")
    const scope = JSON.stringify(["members", here.community.id, here.communityRole.account, textOf(form, "intent")])
    const to = yield* store.run(scope, KEY.test(key) ? key : null, JSON.stringify(content), write)
    return { to }
  })

/** The page of the form, with the opened row closed. */
export const samePageOf = ({ community }: Inside) =>
  Effect.map(RouteArgs, ({ request }) =>
    membersHref(membersPath(community.id), { ...readQuery(new URL(request.url).searchParams), open: "" })
  )

/** The chosen file, otherwise the pasted text. */
export const sheetIn = (form: FormData) =>
  Effect.mapError(broughtSheet(form, "csv"), ({ message }) => new InvalidFields({ fields: { csv: message } }))
