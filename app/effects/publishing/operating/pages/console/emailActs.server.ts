/** E-mail actions that two of the operators' pages share. */
import { Effect } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { MailCare } from "../../MailCare.server"
import { orderIn } from "./operator.server"

const acting = (act: "resend" | "drop" | "bounce" | "unbounce") => (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const care = yield* MailCare
    const { summary } = yield* care[act](textOf(form, "on"), order)
    return { message: `${summary}.` }
  })

export const resend = acting("resend")
export const drop = acting("drop")
export const bounce = acting("bounce")
export const unbounce = acting("unbounce")
