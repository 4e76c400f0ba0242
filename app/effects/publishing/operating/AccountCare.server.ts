/**
 * Operator actions on an account: end its sessions, suspend it, reinstate it. Each is one transaction with its entry in
 * the audit log, and is refused if it would change nothing. The person is notified by e-mail.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type NewEmail, Outbox } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { inUtc } from "~/effects/base/text/moments"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { inWords } from "~/effects/people/suspension/Suspension"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import type { LogTarget } from "./acts"
import type { FoundPerson } from "./console"
import { AlreadySo, OperatorProtected } from "./errors"
import { FoundPeople } from "./FoundPeople.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

/** Number of days of a suspension. Pure. */
export const MOST_DAYS = 3_650

/** Undefined if the text is not such a number. */
export const readDays = (text: string): number | undefined => {
  const days = Number(text)
  return /^\d{1,4}$/.test(text) && days >= 1 && days <= MOST_DAYS ? days : undefined
}

export const suspensionEmail = (to: string, words: string, site: string): NewEmail => ({
  to,
  subject: `Your ${APP_NAME} account`,
  text: [
    words,
    "",
    `To reply, use ${site}/support. Your posts stay where they are, and your votes stay counted.`,
    ""
  ].join("\n")
})

export const onAccount = ({ account, name }: FoundPerson): LogTarget => ({ type: "account", id: account, label: name })

export class AccountCare extends Effect.Service<AccountCare>()("publishing/operating/AccountCare", {
  dependencies: [AccountSuspensions.Default, FoundPeople.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const log = yield* OperatorLog
    const outbox = yield* Outbox
    const people = yield* FoundPeople
    const sessions = yield* Sessions
    const suspensions = yield* AccountSuspensions
    const { appOrigin, operators } = yield* Settings

    /** Loads and locks the person for a suspension or closing, which is never allowed for an operator. */
    const takeHold = Effect.fnUntraced(function* (who: string, { by }: Order) {
      const person = yield* people.one(who)
      if (operators.includes(person.account)) {
        return yield* new OperatorProtected({ isSelf: by.account === person.account })
      }
      yield* withLocks(sql, [`account:${person.account}`])
      return yield* people.one(person.account)
    })

    const endSessions = Effect.fn("AccountCare.endSessions")(function* (who: string, order: Order) {
      const person = yield* people.one(who)
      const ended = yield* sessions.endAll(person.account)
      if (ended === 0) return yield* new AlreadySo({ message: `${person.name} has no open session.` })
      const summary = ended === 1 ? "Ended a session" : `Ended ${ended} sessions`
      yield* log.record(order, "end-sessions", summary, onAccount(person))
      return { person, summary }
    }, atomically(sql))

    const suspend = Effect.fn("AccountCare.suspend")(function* (who: string, days: number | null, order: Order) {
      const person = yield* takeHold(who, order)
      if (person.suspension !== null) return yield* new AlreadySo({ message: heldAlready(person) })
      const until = days === null ? null : (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.days(days))
      const suspension = { kind: "suspended", reason: order.reason, suspendedUntil: until } as const
      yield* suspensions.set(person.account, suspension)
      if (person.email !== null) yield* outbox.write(suspensionEmail(person.email, inWords(suspension), appOrigin))
      const summary = until === null ? "Suspended indefinitely" : `Suspended until ${inUtc("moment", until)} UTC`
      yield* log.record(order, "suspend", summary, onAccount(person))
      return { person, summary }
    }, atomically(sql))

    /** Lifts a suspension, or lets a closed account sign up again. */
    const unsuspend = Effect.fn("AccountCare.unsuspend")(function* (who: string, order: Order) {
      const person = yield* people.one(who)
      if (Option.isNone(yield* suspensions.find(person.account))) {
        return yield* new AlreadySo({ message: `${person.name} is not suspended.` })
      }
      yield* suspensions.lift(person.account)
      const isClosed = person.suspension?.kind === "closed"
      const summary = isClosed ? "Let the account sign up again" : "Ended the suspension"
      yield* log.record(order, isClosed ? "reopen" : "unsuspend", summary, onAccount(person))
      return { person, summary }
    }, atomically(sql))

    /** Applies the action to all of them or none. */
    const each =
      <A extends { readonly person: FoundPerson; readonly summary: string }, E, R>(
        act: (who: string) => Effect.Effect<A, E, R>
      ) =>
      (all: ReadonlyArray<string>) =>
        Effect.forEach(all, act).pipe(
          Effect.map((done) => ({
            summary: done.map(({ person, summary }) => `${person.name}: ${summary}`).join(". ")
          })),
          atomically(sql)
        )
    const suspendAll = (all: ReadonlyArray<string>, days: number | null, order: Order) =>
      each((who) => suspend(who, days, order))(all)
    const unsuspendAll = (all: ReadonlyArray<string>, order: Order) => each((who) => unsuspend(who, order))(all)

    return { takeHold, endSessions, suspend, suspendAll, unsuspend, unsuspendAll }
  })
}) {}

const heldAlready = ({ name, suspension }: FoundPerson): string => {
  if (suspension?.kind === "closed") return `${name} is already closed.`
  const until = suspension?.suspendedUntil ?? null
  const how = until === null ? "indefinitely" : `until ${inUtc("moment", until)} UTC`
  return `${name} is already suspended, ${how}. Lift that suspension first to change it.`
}
