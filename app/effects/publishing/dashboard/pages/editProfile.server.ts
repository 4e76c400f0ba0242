/**
 * Loader and action of the edit page (docs/product/people.md). A refusal is returned as data, not thrown as an error
 * page, so that the form keeps what was typed even if the session has ended.
 */

import { data } from "@remix-run/node"
import { Effect, Either, Option, Schema } from "effect"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm, requireText } from "~/effects/base/remix/readFileForm.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { failing, storeSent } from "~/effects/base/remix/sent.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Backend } from "~/effects/people/backend/Backend.server"
import { currentAsker } from "~/effects/people/backend/pages/asker.server"
import { StaleProfile } from "~/effects/people/signup/errors"
import { inOurWords } from "~/effects/people/signup/fieldMessages"
import { Email, OtpCode } from "~/effects/people/signup/forms"
import { ProfileEdit, type ProfileEditDraft, type Saved } from "~/effects/people/signup/Profile"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { lastWorkDay } from "~/effects/people/signup/workEntries.server"
import { byEntry, workFromForm } from "~/effects/people/signup/workHistory"
import { WorkHistory } from "~/effects/people/users/WorkHistory"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import {
  requireAccount,
  requireProfile,
  sessionToken,
  setSessionCookie
} from "~/effects/people/wallet-session/visitor.server"
import { type EditReply, type EditTab, editTab, type Sent } from "../EditReply"
import { freshProof } from "./freshProof.server"

const ACTION = "edit your profile"

export const editPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const url = new URL(request.url)
  const tab = editTab(url.searchParams.get("tab"))
  const who = yield* requireAccount(ACTION)
  const profiles = yield* Profiles
  const profile = yield* profiles.ownProfile(who.account)
  if (Option.isNone(profile)) return { state: "no-profile" as const, tab }
  const backend = yield* Backend
  return {
    state: "ready" as const,
    tab,
    profile: profile.value,
    tags: yield* backend.tags,
    today: yield* lastWorkDay,
    /** Empty entries for browsers without JavaScript. */
    blankEntries: url.searchParams.has("more") ? 1 : 0
  }
})

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

const profileDraft = (form: FormData): ProfileEditDraft => ({
  username: text(form, "username"),
  bio: text(form, "bio"),
  display_image: text(form, "display_image"),
  tags: form.getAll("tags").filter((tag) => typeof tag === "string")
})

const checked = <A, I>(schema: Schema.Schema<A, I>, draft: unknown) =>
  Effect.mapError(checkForm(schema, draft), (fields) => new InvalidFields({ fields: inOurWords(fields) }))

const Version = Schema.Struct({ version: Schema.NumberFromString.pipe(Schema.int()) })
const versionOf = (form: FormData) => Effect.map(checked(Version, formRecord(form)), ({ version }) => version)

const saveProfile = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* requireProfile(ACTION)
    const edit = yield* checked(ProfileEdit, profileDraft(form))
    const edits = yield* Profiles
    const names = yield* MembershipsRepo
    return yield* edits.saveProfile(who.account, edit, yield* versionOf(form), names.store(who.account))
  })

const WorkForm = Schema.Struct({ work_history: WorkHistory })

const saveWork = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* requireProfile(ACTION)
    const entries = workFromForm(form)
    const today = yield* lastWorkDay
    const { work_history } = yield* Effect.mapError(
      checked(WorkForm, { work_history: entries }),
      ({ fields }) => new InvalidFields({ fields: byEntry(fields, entries, today) })
    )
    const edits = yield* Profiles
    return yield* edits.saveWorkHistory(who.account, work_history, yield* versionOf(form))
  })

const EmailForm = Schema.Struct({ email: Email })

const askCode = (form: FormData) =>
  Effect.gen(function* () {
    yield* requireProfile(ACTION)
    yield* freshProof
    const { email } = yield* checked(EmailForm, formRecord(form))
    const edits = yield* Profiles
    yield* edits.askEmailCode(email, yield* currentAsker)
    return "code-sent" as const
  })

const EmailClaim = Schema.Struct({ email: Email, otp: OtpCode })

const changeEmail = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* requireProfile(ACTION)
    yield* freshProof
    const { email, otp } = yield* checked(EmailClaim, formRecord(form))
    const edits = yield* Profiles
    const claim = { email, otp, asker: yield* currentAsker }
    const saved = yield* edits.changeEmail(who.account, claim, yield* versionOf(form))
    // Renews the session token because a personal detail changed, so that a copy of the old token is worthless.
    const sessions = yield* Sessions
    const renewed = yield* Option.match(yield* sessionToken, {
      onNone: () => Effect.succeedNone,
      onSome: (token) => sessions.renew(token)
    })
    if (Option.isSome(renewed)) yield* setSessionCookie(renewed.value)
    return saved
  })

/** Keyed by the name of the submit button. */
const commands = {
  "save-profile": {
    tab: "profile",
    sent: (form: FormData): Sent => ({ profile: profileDraft(form) }),
    run: saveProfile
  },
  "save-work": { tab: "work", sent: (form: FormData): Sent => ({ work: workFromForm(form) }), run: saveWork },
  "ask-code": { tab: "email", sent: (form: FormData): Sent => ({ email: text(form, "email") }), run: askCode },
  "change-email": { tab: "email", sent: (form: FormData): Sent => ({ email: text(form, "email") }), run: changeEmail }
} as const
type Intent = keyof typeof commands
export const editIntents = Object.keys(commands)
const isIntent = (intent: string): intent is Intent => Object.hasOwn(commands, intent)

const quiet = { message: "", code: "", fields: {}, stored: null } as const

const succeeded = (tab: EditTab, sent: Sent, ended: Saved | "code-sent"): EditReply =>
  ended === "code-sent"
    ? { ...quiet, tab, sent, outcome: ended }
    : { ...quiet, tab, sent: {}, outcome: ended.changed ? "saved" : "unchanged", stored: ended.profile }

const refused = (tab: EditTab, sent: Sent, failure: RouteFailure): EditReply => ({
  tab,
  sent,
  outcome: failure instanceof StaleProfile ? "stale" : "refused",
  message: failure.message,
  code: failure.code,
  fields: failure.fields ?? {},
  stored: failure instanceof StaleProfile ? failure.stored : null
})

export const editAction = Effect.gen(function* () {
  const { context, request } = yield* RouteArgs
  const form = yield* readForm(request)
  const intent = text(form, "intent")
  if (!isIntent(intent)) return yield* new MalformedBody({})
  const { run, sent, tab } = commands[intent]
  const ended = yield* Effect.either(
    failing<Saved | "code-sent", EditFailure, EditNeeds>(
      Effect.flatMap(requireText(form), () => run(form) as Effect.Effect<Saved | "code-sent", EditFailure, EditNeeds>)
    )
  )
  const headers = yield* ReplyHeaders
  if (Either.isLeft(ended)) {
    const { retryAfter }: RouteFailure = ended.left
    storeSent(context, form)
    if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter))
  }
  return Either.isRight(ended)
    ? data(succeeded(tab, sent(form), ended.right), { headers })
    : data(refused(tab, sent(form), ended.left), { status: ended.left.status, headers })
})

type EditProgram = ReturnType<(typeof commands)[Intent]["run"]>
type EditFailure = Effect.Effect.Error<EditProgram>
type EditNeeds = Effect.Effect.Context<EditProgram>
