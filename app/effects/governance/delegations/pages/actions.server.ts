/**
 * POST /community/detail/{id}/delegations and POST /api/delegations/{id}: delegate, revoke, and save one's statement as a
 * delegate.
 */
import { Effect, Either, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed, requireSignedIn } from "~/effects/access/must"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { readBody } from "~/effects/base/remix/body"
import { asJson, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { withoutControls } from "~/effects/base/text/plain"
import { inside } from "~/effects/communities/communities/inside.server"
import { Delegates } from "../Delegates.server"
import { DelegationSignature, Delegations } from "../Delegations.server"
import { readDelegation, readDelegationForm } from "../delegationForm"
import { SignatureNeeded } from "../errors"
import { delegationsPath, withdrawnWords } from "../words"

const MOST_STATEMENT = 500
const decodeSignature = Schema.decodeUnknownEither(Schema.parseJson(DelegationSignature))
const isRecord = Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

const delegator = (here: Inside) =>
  Effect.zipRight(requireAllowed(here, "post"), requireSignedIn(here.communityRole, "delegate your vote"))

const delegate = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* delegator(here)
    const delegations = yield* Delegations
    const lending = { community: here.community, account, values: readDelegationForm(form) }
    const signature = decodeSignature(textOf(form, "signature"))
    if (Either.isLeft(signature)) {
      // Checks the form first, so that a person without a wallet also learns what is wrong in it.
      yield* delegations.prepare(lending)
      return yield* new SignatureNeeded()
    }
    yield* delegations.delegate(lending, signature.right)
    return { to: `${delegationsPath(here.community.id)}#lent` }
  })

/** Anyone can revoke their own delegation, also after leaving the community. */
const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireSignedIn(here.communityRole, "revoke a delegation")
    const delegations = yield* Delegations
    return { message: withdrawnWords(yield* delegations.withdraw(here.community.id, account, textOf(form, "digest"))) }
  })

const say = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* delegator(here)
    const statement = withoutControls(textOf(form, "statement").replace(/\r\n?/g, "\n")).trim()
    if ([...statement].length > MOST_STATEMENT) {
      return yield* new InvalidFields({ fields: { statement: `At most ${MOST_STATEMENT} characters.` } })
    }
    const delegates = yield* Delegates
    yield* delegates.say(here.community.id, account, { statement, accepts: textOf(form, "accepts") === "on" })
    return { message: "Your statement is saved. Members read it before they delegate their vote to you." }
  })

export const delegationsAction = pageAction({ delegate, withdraw, say })

/** POST /api/delegations/{id}: the delegation form with its signature, sent by a page that waits for the response. */
export const sendDelegation = asJson(pageAction({ delegate }))

/** POST /api/delegations/{id}/prepare: returns what the delegator's wallet has to sign, if the form is valid. */
export const prepareDelegation = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const account = yield* delegator(here)
  const body = yield* readBody(request)
  if (!isRecord(body)) return yield* new MalformedBody({})
  const values = readDelegation((name) => {
    const value = body[name]
    return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string")
  })
  const delegations = yield* Delegations
  return yield* delegations.prepare({ community: here.community, account, values })
})
