/**
 * Closing an account for good: what its person could remove is removed, and the account may not sign in again. Letters
 * that wait go with it; the one that says so leaves afterwards.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { inWords } from "~/effects/people/suspension/Suspension"
import { AccountCare, onAccount } from "../AccountCare.server"
import { suspensionEmail } from "../emails.server"
import { AlreadySo } from "../errors"
import type { Order } from "../Operator"
import { OperatorLog } from "../OperatorLog.server"

export class Closing extends Effect.Service<Closing>()("effects/Closing", {
  dependencies: [AccountCare.Default, AccountSuspensions.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const care = yield* AccountCare
    const log = yield* OperatorLog
    const outbox = yield* Outbox
    const removal = yield* Removal
    const suspensions = yield* AccountSuspensions
    const { appOrigin } = yield* Settings

    /** Fails where the person still owns communities: these are handed over or archived first. */
    const close = Effect.fn("Closing.close")(function* (who: string, order: Order) {
      const person = yield* care.takeHold(who, order)
      if (person.suspension?.kind === "closed") {
        return yield* new AlreadySo({ message: `${person.name} is closed already.` })
      }
      yield* removal.remove(person.account)
      const suspension = { kind: "closed", reason: order.reason, suspendedUntil: null } as const
      yield* suspensions.set(person.account, suspension)
      if (person.email !== null) yield* outbox.write(suspensionEmail(person.email, inWords(suspension), appOrigin))
      // Not under the name: that is gone now.
      yield* log.record(order, "close", "Closed the account", { ...onAccount(person), label: person.account })
      return { person, summary: "Closed the account" }
    }, atomically(sql))

    return { close }
  })
}) {}
