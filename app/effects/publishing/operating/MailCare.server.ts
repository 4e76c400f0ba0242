/** Unsent e-mails and blocked addresses. The recipient of a discarded e-mail is notified in the app. */
import { Clock, Effect, Option, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Bounces } from "~/effects/base/mail/Bounces.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { DROPPED, OutboxRepo } from "~/effects/base/mail/OutboxRepo.server"
import type { Unsent } from "~/effects/base/mail/Unsent"
import { emailKey } from "~/effects/people/users/UserNames.server"
import type { LogTarget } from "./acts"
import { AlreadySo, NothingFound } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const onEmail = ({ id, recipient, subject }: Unsent): LogTarget => ({
  type: "email",
  id,
  label: `“${subject}” to ${recipient}`
})
const onAddress = (address: string): LogTarget => ({ type: "address", id: address, label: address })
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

export class MailCare extends Effect.Service<MailCare>()("publishing/operating/MailCare", {
  dependencies: [Bounces.Default, OperatorLog.Default, OutboxRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const bounces = yield* Bounces
    const log = yield* OperatorLog
    const notifications = yield* Notifications
    const outbox = yield* Outbox
    const repo = yield* OutboxRepo

    const accountsAt = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ accountAddress: AccountAddress }),
      execute: (address) =>
        sql`SELECT account_address FROM users WHERE email_key = ${emailKey(address)} AND status = 'active'`
    })

    const one = Effect.fnUntraced(function* (id: string) {
      const found = yield* repo.findUnsent(id)
      return Option.isNone(found) ? yield* new NothingFound({ thing: "e-mail", name: id }) : found.value
    })

    const resend = Effect.fn("MailCare.resend")(function* (id: string, order: Order) {
      const email = yield* one(id)
      if (email.hasText === 0) {
        return yield* new AlreadySo({ message: "The text of this e-mail is deleted; it cannot be sent again." })
      }
      const now = yield* Clock.currentTimeMillis
      if (email.failedAt === null && email.attempts === 0 && email.nextTryAt <= now) {
        return yield* new AlreadySo({ message: "This e-mail is about to be sent." })
      }
      yield* bounces.forget(email.recipient)
      yield* repo.startAgain(id, now)
      yield* log.record(order, "resend", "Sent an e-mail again", onEmail(email))
      return { summary: "Sent an e-mail again" }
    }, atomically(sql))

    const drop = Effect.fn("MailCare.drop")(function* (id: string, order: Order) {
      const email = yield* one(id)
      if (email.lastError === DROPPED)
        return yield* new AlreadySo({ message: "This e-mail has already been discarded." })
      yield* repo.drop(id, yield* Clock.currentTimeMillis)
      yield* notifications.notify({
        to: (yield* accountsAt(email.recipient)).map(({ accountAddress }) => accountAddress),
        type: "mail",
        communityId: null,
        target: "/userDashboard/edit?tab=e-mail",
        text: `An e-mail to you was not sent: “${email.subject}”`,
        importance: "normal"
      })
      yield* log.record(order, "drop", "Discarded an e-mail", onEmail(email))
      return { summary: "Discarded an e-mail" }
    }, atomically(sql))

    const bounce = Effect.fn("MailCare.bounce")(function* (address: string, order: Order) {
      if (!isAddress(address)) return yield* new NothingFound({ thing: "e-mail address", name: address })
      if (!(yield* bounces.add(address, order.reason))) {
        return yield* new AlreadySo({ message: `${address} is already blocked.` })
      }
      yield* log.record(order, "bounce", "Blocked an e-mail address", onAddress(address))
      return { summary: "Blocked an e-mail address" }
    }, atomically(sql))

    const unbounce = Effect.fn("MailCare.unbounce")(function* (address: string, order: Order) {
      if (!(yield* bounces.forget(address))) {
        return yield* new AlreadySo({ message: `${address} is not blocked.` })
      }
      yield* log.record(order, "unbounce", "Allowed e-mails again", onAddress(address))
      return { summary: "Allowed e-mails again" }
    }, atomically(sql))

    return {
      list: repo.unsent,
      stuck: repo.stuck,
      bounced: bounces.list,
      resend: (id: string, order: Order) => Effect.tap(resend(id, order), outbox.wake),
      drop,
      bounce,
      unbounce
    }
  })
}) {}
