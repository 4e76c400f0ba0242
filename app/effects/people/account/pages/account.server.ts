/**
 * The e-mail and privacy tabs of the edit page: their data and their actions. Every action affects only the caller's
 * account; ending a session or removing the account needs a session, and removing also a proof from the last 24 hours.
 */

import { Clock, Effect, Option, Schema } from "effect"
import { isCommunityId } from "~/effects/access/communityIdOf"
import {
  communityChoices,
  type MailChoice,
  type NotificationType,
  notificationTypes,
  typeOf,
  weekDayOf
} from "~/effects/activity/notifications/kinds"
import { MailChoices } from "~/effects/activity/notifications/MailChoices.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields } from "~/effects/base/failures/failures"
import { intentNow, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { isZone } from "~/effects/base/text/moments"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { usernameKey } from "~/effects/people/users/UserNames.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import {
  clearSessionCookie,
  forgetVisitor,
  requireAccount,
  requireProfile,
  session
} from "~/effects/people/wallet-session/visitor.server"
import { freshProof } from "~/effects/publishing/dashboard/pages/freshProof.server"
import { deviceName } from "../device"
import { pushCommands, pushTab } from "./push.server"
import { Removal } from "./Removal.server"
import type { EmailsTab, PrivacyTab } from "./tabs"

export const emailsTab = Effect.fn("emailsTab")(function* (account: AccountAddress) {
  const choices = yield* MailChoices
  const push = yield* pushTab(account)
  return { ...(yield* choices.read(account)), communities: yield* choices.places(account), push } satisfies EmailsTab
})

export const privacyTab = Effect.fn("privacyTab")(function* (account: AccountAddress) {
  const sessions = yield* Sessions
  const removal = yield* Removal
  const here = yield* session
  const rows = yield* sessions.list(account)
  return {
    now: yield* Clock.currentTimeMillis,
    owned: yield* removal.owned(account),
    sessions: rows.map(({ createdAt, id, lastSeenAt, userAgent }) => ({
      id,
      device: deviceName(userAgent),
      createdAt,
      lastSeenAt,
      isThis: Option.isSome(here) && here.value.id === id
    }))
  } satisfies PrivacyTab
})

const SAVED = { message: "Saved." }
const isMailChoice = Schema.is(Schema.Literal("now", "digest", "none"))
const isCommunityChoice = Schema.is(Schema.Literal(...communityChoices))

const saveEmailChoices = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireProfile("choose your e-mails")
    const choices = yield* MailChoices
    const timezone = textOf(form, "timezone").trim()
    if (!isZone(timezone)) {
      return yield* new InvalidFields({ fields: { timezone: "Write a time zone such as Europe/Berlin." } })
    }
    const weeklyDay = weekDayOf(textOf(form, "weeklyDay"))
    if (weeklyDay === undefined) return yield* new InvalidFields({ fields: { weeklyDay: "Choose a day of the week." } })
    const given = new Map([...form.keys()].map((name) => [typeOf(name.replace(/^kind-/, "")), textOf(form, name)]))
    const chosen = notificationTypes.map((type) => [type, given.get(type) ?? ""] as const)
    const wrong = chosen.find(([, choice]) => !isMailChoice(choice))
    if (wrong !== undefined) {
      return yield* new InvalidFields({ fields: { [`kind-${wrong[0]}`]: "Choose one of the three." } })
    }
    // Checked above: every kind has one of the three values.
    const kinds = Object.fromEntries(chosen) as Record<NotificationType, MailChoice>
    yield* choices.save(account, {
      kinds,
      digest: form.get("digest") !== null,
      weekly: form.get("weekly") !== null,
      weeklyDay,
      timezone
    })
    const memberships = yield* MineRepo
    for (const [name, choice] of form) {
      const id = /^community-(.*)$/.exec(name)?.[1]
      if (isCommunityId(id) && isCommunityChoice(choice)) yield* memberships.chooseNews(account, id, choice)
    }
    return SAVED
  })

const endSession = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("end a session")
    const sessions = yield* Sessions
    yield* sessions.endOne(account, textOf(form, "session"))
    return { message: "That browser is signed out." }
  })

const endOthers = () =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("end the other sessions")
    const sessions = yield* Sessions
    const here = yield* session
    const ended = Option.isNone(here) ? 0 : yield* sessions.endOthers(account, here.value.id)
    return { message: ended === 0 ? "You were not signed in anywhere else." : "All other browsers are signed out." }
  })

const removeAccount = (form: FormData) =>
  Effect.gen(function* () {
    const { account, profile } = yield* requireProfile("remove your account")
    yield* freshProof
    if (usernameKey(textOf(form, "username")) !== usernameKey(profile.username)) {
      return yield* new InvalidFields({ fields: { username: "Type your username exactly as shown above." } })
    }
    const removal = yield* Removal
    yield* removal.remove(account)
    yield* clearSessionCookie
    yield* forgetVisitor
    return { to: "/?removed=1" }
  })

export const accountCommands = {
  ...pushCommands,
  "save-email-choices": saveEmailChoices,
  "end-session": endSession,
  "end-other-sessions": endOthers,
  "remove-account": removeAccount
}

export const isAccountIntent = (intent: string): boolean => Object.hasOwn(accountCommands, intentNow(intent))

export const accountAction = pageAction(accountCommands)
