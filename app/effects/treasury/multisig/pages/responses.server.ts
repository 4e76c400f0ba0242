/** What signers answer to a request, by a button or with their wallet, and what members say about it. */
import { Effect, Schema } from "effect"
import { requireAllowed, requireSignedIn } from "~/effects/access/must"
import { readJson } from "~/effects/base/remix/body"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import type { ApprovalRequest } from "../ApprovalRequest"
import { ApprovalRequestsRepo } from "../ApprovalRequestsRepo.server"
import { Approvals } from "../Approvals.server"
import { RequestComments } from "../RequestComments.server"
import { Requests } from "../Requests.server"
import { SignerAccess } from "../SignerAccess.server"
import { SignerResponsesRepo } from "../SignerResponsesRepo.server"
import { idsIn, once, reasonIn, wrong } from "./fields.server"

const MOST_COMMENT = 2_000

const refuseIt = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const access = yield* SignerAccess
    const approvals = yield* Approvals
    yield* access.requireWithinRules(here, "refuse it")
    const request = yield* approvals.refuse(here, textOf(form, "act"), yield* reasonIn(form))
    return { to: signersHref(here.community.id, request.number) } satisfies Done
  })

const askOthers = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const requests = yield* Requests
    const request = yield* requests.askOthers(here, textOf(form, "act"), idsIn(form, "sign"))
    return { to: signersHref(here.community.id, request.number) } satisfies Done
  })

/** Comments on a request, by any member. */
const comment = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "post")
    const account = yield* requireSignedIn(here.communityRole, "comment on requests")
    const requests = yield* ApprovalRequestsRepo
    const responses = yield* SignerResponsesRepo
    const request = yield* requests.findOrFail(here.community.id, textOf(form, "act"))
    const text = textOf(form, "text").trim()
    if (text.length < 1 || text.length > MOST_COMMENT) {
      return yield* wrong("text", `Please write 1 to ${MOST_COMMENT} characters.`)
    }
    return yield* once(here, form, Effect.as(responses.say({ actId: request.id, account, text }), request))
  })

const ofComment = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireSignedIn(here.communityRole, "hide a comment")
    const request = yield* (yield* ApprovalRequestsRepo).findOrFail(here.community.id, textOf(form, "act"))
    const found = yield* (yield* SignerResponsesRepo).findCommentOrFail(request.id, textOf(form, "comment"))
    const to = { to: signersHref(here.community.id, request.number) } satisfies Done
    return { here, act: request, found, to, comments: yield* RequestComments }
  })

/** Hides one's own comment, or as a moderator one of others with a reason. */
const hideComment = (form: FormData) =>
  Effect.flatMap(ofComment(form), ({ act: request, comments, found, here, to }) =>
    Effect.as(comments.hide(here, request, found, reasonIn(form)), to)
  )

const showComment = (form: FormData) =>
  Effect.flatMap(ofComment(form), ({ act: request, comments, found, here, to }) =>
    Effect.as(comments.show(here, request, found, reasonIn(form)), to)
  )

export const responseCommands = {
  refuse: refuseIt,
  "ask-others": askOthers,
  comment,
  "hide-comment": hideComment,
  "show-comment": showComment
}

const SignedBody = Schema.Struct({ signedPartialTransaction: Schema.String })

const view = ({ id, number, problem, state, txId }: ApprovalRequest) => ({ id, number, state, txId, problem })

/** POST /api/signers/{community}/{request}/parts: returns what the signer's wallet has to sign. */
export const askPart = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const here = yield* inside
  const approvals = yield* Approvals
  return yield* approvals.ask(here, params.request ?? "")
})

/** POST /api/signers/{community}/{request}/parts/{hash}: the wallet's signature over it. */
export const signPart = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const here = yield* inside
  const access = yield* SignerAccess
  yield* requireSignedIn(here.communityRole, "approve")
  yield* access.requireMultisig(here)
  const { signedPartialTransaction } = yield* readJson(SignedBody, request)
  const approvals = yield* Approvals
  return view(yield* approvals.accept(here, params.request ?? "", params.part ?? "", signedPartialTransaction))
})
