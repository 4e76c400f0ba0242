/**
 * Unsubscribing by the link in an e-mail. A GET changes nothing, because mail programs and their scanners open links.
 * One POST unsubscribes, from the page's button or from the mail program itself (RFC 8058), without a session and
 * without a question. A secret that no longer exists and one that never did return the same 404.
 */

import { Effect, Option, Schema } from "effect"
import type { Leaving } from "~/effects/activity/notifications/emails"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import { sendableAgain } from "~/effects/base/remix/sent.server"
import { EmailInvitations } from "~/effects/communities/members/EmailInvitations.server"
import { InviteCode } from "~/effects/communities/members/forms"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { kindOf, typeOf } from "../kinds"
import { MailChoices } from "../MailChoices.server"

const leavingOf = (text: string | null): Leaving => (text === "week" ? "week" : (typeOf(text ?? "") ?? "digest"))

const emailsOf = (what: Leaving) => {
  if (what === "week") return "the weekly e-mail"
  return what === "digest" ? "the daily digest" : `e-mails about “${kindOf(what).label}”`
}

const isInvitation = Schema.is(InviteCode)

/** The link of an invitation by e-mail, whose address gets no more invitations to the community. */
const declining = Effect.fn("leave.declining")(function* (code: string) {
  const found = yield* (yield* EmailInvitations).declining(code)
  return Option.isNone(found) ? yield* new NotThere({}) : found.value.name
})

const asked = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const links = yield* SecretLinks
  const owner = yield* links.ownerOf(params.secret ?? "", "leave")
  if (Option.isNone(owner)) return yield* new NotThere({})
  return { account: owner.value, what: leavingOf(new URL(request.url).searchParams.get("of")) }
})

const secret = Effect.map(RouteArgs, ({ params }) => params.secret ?? "")

export const leavePage = Effect.gen(function* () {
  const code = yield* secret
  if (isInvitation(code)) return { emails: null, community: yield* declining(code) }
  return { emails: emailsOf((yield* asked).what), community: null }
})

export const leaveAction = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const code = yield* secret
  if (isInvitation(code)) {
    yield* declining(code)
    yield* (yield* EmailInvitations).decline(code)
    return { left: "these" as const }
  }
  const { account, what } = yield* asked
  const form = yield* readForm(request)
  const choices = yield* MailChoices
  const isAll = form.get("leave") === "everything"
  yield* choices.leave(account, isAll ? "everything" : what).pipe(sendableAgain(form))
  return { left: isAll ? ("everything" as const) : ("these" as const) }
})
