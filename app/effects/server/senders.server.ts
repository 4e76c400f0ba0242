/** Composes the services that send e-mails and notifications, as the settings choose them. */
import { Effect, Layer, Option } from "effect"
import { Mailer } from "~/effects/base/mail/Mailer.server"
import { PushSender } from "~/effects/base/push/PushSender.server"
import { Settings } from "~/effects/base/settings/Settings.server"

/** SMTP if `SMTP_URL` is set; else the mailbox page of local mode (no other mode starts without SMTP_URL). */
export const MailerLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { mailFrom, smtpUrl } = yield* Settings
    if (Option.isSome(smtpUrl)) return Mailer.layerSmtp(smtpUrl.value, mailFrom)
    if (__LOCAL__) return (yield* Effect.promise(() => import("~/effects/local/Mailbox.server"))).MailboxLive
    return yield* Effect.dieMessage("SMTP_URL is missing")
  })
)

/** Push services if there is a key; in local mode the mailbox page. Without a key nothing is ever sent. */
export const PushSenderLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { vapid } = yield* Settings
    if (__LOCAL__) return (yield* Effect.promise(() => import("~/effects/local/PushMailbox.server"))).PushMailboxLive
    return Option.match(vapid, { onNone: () => PushSender.layerNone, onSome: (keys) => PushSender.layerWeb(keys) })
  })
)
