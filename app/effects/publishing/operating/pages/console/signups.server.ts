/** Loader and action of the page about sign-ups: the mode, those that wait, invitations, and blocks. */
import { Clock, Effect, Schema } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Line } from "~/effects/base/text/fields"
import type { WaitingSignup } from "~/effects/people/signup/SignupRequests.server"
import { SIGNUP_MODES } from "~/effects/people/signup/signupMode"
import { onSite } from "../../acts"
import type { SignupsPage, WaitingSignupCard } from "../../console"
import { OperatorLog } from "../../OperatorLog.server"
import { SignupAdmission } from "../../SignupAdmission.server"
import { forOperators, onPage, operatorAction, orderIn } from "./operator.server"
import { daysIn } from "./person.server"

const cardOf = ({ attempts, profile, requestedAt }: WaitingSignup): WaitingSignupCard => ({
  account: profile.accountAddress,
  username: profile.username,
  email: profile.email,
  bio: profile.bio,
  picture: profile.displayImage,
  tags: profile.tags,
  requestedAt,
  isSecond: attempts > 1
})

export const signupsPage = forOperators((who) =>
  Effect.gen(function* () {
    const admission = yield* SignupAdmission
    const { appOrigin: origin } = yield* Settings
    const { ask, mode } = yield* admission.mode
    const waiting = (yield* admission.list).map(cardOf)
    if (waiting.length > 0) yield* (yield* OperatorLog).recordView(onPage(who), "Viewed sign-ups that wait", onSite)
    return {
      now: yield* Clock.currentTimeMillis,
      origin,
      mode,
      ask,
      many: yield* admission.waiting,
      waiting,
      invitations: yield* admission.invitations,
      blocks: yield* admission.blocks
    } satisfies SignupsPage
  })
)

const done = ({ summary }: { readonly summary: string }) => ({ message: `${summary}.` })

const block = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    return done(yield* (yield* SignupAdmission).block(textOf(form, "on"), yield* daysIn(form), order))
  })

const unblock = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    return done(yield* (yield* SignupAdmission).unblock(textOf(form, "on"), order))
  })

/** `waiting` is absent while no choice is offered. */
const read = <A, I>(schema: Schema.Schema<A, I>, form: FormData) =>
  Effect.mapError(checkForm(schema, { waiting: "", ...formRecord(form) }), (fields) => new InvalidFields({ fields }))

const ModeForm = Schema.Struct({
  mode: Schema.Literal(...SIGNUP_MODES).annotations({ message: () => "Choose who may sign up." }),
  ask: Line.pipe(Schema.filter((text) => text.length <= 300 || "Use at most 300 characters.")),
  waiting: Schema.Literal("", "approve", "keep").annotations({ message: () => "Choose whether to approve them." })
})

const setMode = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { waiting, ...change } = yield* read(ModeForm, form)
    return done(yield* (yield* SignupAdmission).setMode({ ...change, waiting: waiting === "" ? null : waiting }, order))
  })

const ACCOUNT = /^account_[a-z0-9_]{1,80}$/
const accountsIn = (form: FormData) =>
  form.getAll("on").filter((value): value is string => typeof value === "string" && ACCOUNT.test(value))

const approve = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    return done(yield* (yield* SignupAdmission).approve(accountsIn(form), order))
  })

const refuse = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    return done(yield* (yield* SignupAdmission).refuse(accountsIn(form), textOf(form, "final") === "yes", order))
  })

const whole = (most: number) =>
  Schema.Trim.pipe(
    Schema.filter(
      (text) =>
        (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most) || `Enter a number from 1 to ${most}.`
    ),
    Schema.transform(Schema.Number, { strict: true, decode: Number, encode: String })
  )
const InvitationForm = Schema.Struct({
  note: Line.pipe(Schema.filter((text) => (text.length >= 2 && text.length <= 80) || "Use 2 to 80 characters.")),
  uses: whole(1_000),
  days: whole(365)
})

const invite = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const asked = yield* read(InvitationForm, form)
    return done(yield* (yield* SignupAdmission).invite(asked, order))
  })

const withdrawInvitation = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    return done(yield* (yield* SignupAdmission).withdrawInvitation(textOf(form, "on"), order))
  })

export const signupsAction = operatorAction({
  "block-signups": block,
  "unblock-signups": unblock,
  "signup-mode": setMode,
  "approve-signups": approve,
  "refuse-signups": refuse,
  "invite-to-site": invite,
  "withdraw-site-invitation": withdrawInvitation
})
