/** What signers answer to a request, by a button or with their wallet, and what members say about it. */
import { Effect, Schema } from "effect"
import { mustBeAllowed, mustBeSignedIn } from "~/effects/access/must"
import { readJson } from "~/effects/base/remix/body"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import type { Act } from "../Act"
import { ActsRepo } from "../ActsRepo.server"
import { AnswersRepo } from "../AnswersRepo.server"
import { Approvals } from "../Approvals.server"
import { Keeping } from "../Keeping.server"
import { RequestComments } from "../RequestComments.server"
import { Requests } from "../Requests.server"
import { idsIn, once, reasonIn, wrong } from "./fields.server"

const MOST_COMMENT = 2_000

const refuseIt = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const keeping = yield* Keeping
    const approvals = yield* Approvals
    yield* keeping.mustKeep(here, "refuse it")
    const act = yield* approvals.refuse(here, textOf(form, "act"), yield* reasonIn(form))
    return { to: keepersHref(here.community.id, act.number) } satisfies Done
  })

const askOthers = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const requests = yield* Requests
    const act = yield* requests.askOthers(here, textOf(form, "act"), idsIn(form, "sign"))
    return { to: keepersHref(here.community.id, act.number) } satisfies Done
  })

/** Comments on a request, by any member. */
const comment = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* mustBeAllowed(here, "post")
    const account = yield* mustBeSignedIn(here.standing, "comment on requests")
    const acts = yield* ActsRepo
    const answers = yield* AnswersRepo
    const act = yield* acts.mustFind(here.community.id, textOf(form, "act"))
    const text = textOf(form, "text").trim()
    if (text.length < 1 || text.length > MOST_COMMENT) {
      return yield* wrong("text", `Please write 1 to ${MOST_COMMENT} characters.`)
    }
    return yield* once(here, form, Effect.as(answers.say({ actId: act.id, account, text }), act))
  })

const ofComment = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* mustBeSignedIn(here.standing, "hide a comment")
    const act = yield* (yield* ActsRepo).mustFind(here.community.id, textOf(form, "act"))
    const found = yield* (yield* AnswersRepo).mustFindComment(act.id, textOf(form, "comment"))
    const to = { to: keepersHref(here.community.id, act.number) } satisfies Done
    return { here, act, found, to, comments: yield* RequestComments }
  })

/** Hides one's own comment, or as a moderator one of others with a reason. */
const hideComment = (form: FormData) =>
  Effect.flatMap(ofComment(form), ({ act, comments, found, here, to }) =>
    Effect.as(comments.hide(here, act, found, reasonIn(form)), to)
  )

const showComment = (form: FormData) =>
  Effect.flatMap(ofComment(form), ({ act, comments, found, here, to }) =>
    Effect.as(comments.show(here, act, found, reasonIn(form)), to)
  )

export const answerCommands = {
  refuse: refuseIt,
  "ask-others": askOthers,
  comment,
  "hide-comment": hideComment,
  "show-comment": showComment
}

const SignedBody = Schema.Struct({ signedPartialTransaction: Schema.String })

const view = ({ id, number, problem, state, txId }: Act) => ({ id, number, state, txId, problem })

/** POST /api/keepers/{community}/{act}/parts: returns what the signer's wallet has to sign. */
export const askPart = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const here = yield* inside
  const approvals = yield* Approvals
  return yield* approvals.ask(here, params.act ?? "")
})

/** POST /api/keepers/{community}/{act}/parts/{hash}: the wallet's signature over it. */
export const signPart = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const here = yield* inside
  const keeping = yield* Keeping
  yield* mustBeSignedIn(here.standing, "approve")
  yield* keeping.mustBeKept(here)
  const { signedPartialTransaction } = yield* readJson(SignedBody, request)
  const approvals = yield* Approvals
  return view(yield* approvals.accept(here, params.act ?? "", params.part ?? "", signedPartialTransaction))
})
