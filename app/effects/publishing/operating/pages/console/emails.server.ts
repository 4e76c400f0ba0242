/** Loader and action of the page with all unsent e-mails and blocked addresses. */
import { Clock, Effect } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { EmailsPage } from "../../console"
import { MailCare } from "../../MailCare.server"
import { forOperators, operatorAction, orderIn } from "./operator.server"

/** E-mail actions that two of the operators' pages share. */
const acting = (act: "resend" | "drop" | "bounce" | "unbounce") => (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const care = yield* MailCare
    const { summary } = yield* care[act](textOf(form, "on"), order)
    return { message: `${summary}.` }
  })

export const resend = acting("resend")
export const drop = acting("drop")
const bounce = acting("bounce")
const unbounce = acting("unbounce")

const SIZE = 50
const BOUNCES = 100

/** `time~id` of the last e-mail of the previous page. */
const readKey = (after: string | null) => {
  const found = /^(\d{1,15})~([\w-]{1,40})$/.exec(after ?? "")
  return found === null ? null : { createdAt: Number(found[1]), id: found[2] ?? "" }
}

export const emailsPage = forOperators(() =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const after = readKey(new URL(request.url).searchParams.get("after"))
    const care = yield* MailCare
    const found = yield* care.list(SIZE + 1, after)
    const emails = found.slice(0, SIZE)
    const last = found.length > SIZE ? emails.at(-1) : undefined
    return {
      now: yield* Clock.currentTimeMillis,
      emails,
      next: last === undefined ? null : `${last.createdAt}~${last.id}`,
      isFirst: after === null,
      bounces: yield* care.bounced(BOUNCES)
    } satisfies EmailsPage
  })
)

export const emailsAction = operatorAction({ resend, drop, bounce, unbounce })
