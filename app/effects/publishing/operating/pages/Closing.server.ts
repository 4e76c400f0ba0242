/**
 * Closes an account permanently: removes what its owner could remove and blocks it from signing in. Queued e-mails are
 * deleted; the one that reports the closing is sent afterwards.
 */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { inWords } from "~/effects/people/suspension/Suspension"
import { AccountCare, onAccount, suspensionEmail } from "../AccountCare.server"
import { AlreadySo } from "../errors"
import type { Order } from "../Operator"
import { OperatorLog } from "../OperatorLog.server"

export class Closing extends Effect.Service<Closing>()("publishing/operating/Closing", {
  dependencies: [AccountCare.Default, AccountSuspensions.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const care = yield* AccountCare
    const log = yield* OperatorLog
    const outbox = yield* Outbox
    const removal = yield* Removal
    const suspensions = yield* AccountSuspensions
    const { appOrigin } = yield* Settings

    /** Fails while the person owns communities; these must be handed over or archived first. */
    const close = Effect.fn("Closing.close")(function* (who: string, order: Order) {
      const person = yield* care.takeHold(who, order)
      if (person.suspension?.kind === "closed") {
        return yield* new AlreadySo({ message: `${person.name} is already closed.` })
      }
      yield* removal.remove(person.account)
      const suspension = { kind: "closed", reason: order.reason, suspendedUntil: null } as const
      yield* suspensions.set(person.account, suspension)
      if (person.email !== null) yield* outbox.write(suspensionEmail(person.email, inWords(suspension), appOrigin))
      // Not under the name, which has been removed.
      yield* log.record(order, "close", "Closed the account", { ...onAccount(person), label: person.account })
      return { person, summary: "Closed the account" }
    }, atomically(sql))

    return { close }
  })
}) {}
