/** Turns feature flags on and off, and the read-only mode. Servers apply a change within two seconds. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Switches } from "~/effects/base/switches/Switches.server"
import type { SwitchName } from "~/effects/base/switches/switches"
import { AlreadySo } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const SITE = { type: "site", id: "site", label: "The site" } as const
const NAMES: Readonly<Record<SwitchName, string>> = {
  communities: "new communities",
  bonds: "bonds",
  uploads: "uploads",
  webhooks: "webhooks",
  signups: "sign-ups",
  readOnly: "read-only"
}

export interface SwitchChange {
  readonly name: SwitchName
  /** Whether the flag differs from its default. */
  readonly isThrown: boolean
}

export class SwitchCare extends Effect.Service<SwitchCare>()("effects/SwitchCare", {
  dependencies: [OperatorLog.Default, Switches.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const log = yield* OperatorLog
    const switches = yield* Switches

    const change = Effect.fn("SwitchCare.change")(function* (name: SwitchName, isThrown: boolean, order: Order) {
      const changed = yield* isThrown ? switches.set(name, order.reason) : switches.reset(name)
      // A thrown flag means: a feature is off, or read-only is on.
      const state = isThrown === (name === "readOnly") ? "on" : "off"
      if (!changed) return yield* new AlreadySo({ message: `“${NAMES[name]}” is already turned ${state}.` })
      const summary = `Turned ${NAMES[name]} ${state}`
      yield* log.record(order, "switch", summary, SITE)
      return { summary }
    }, atomically(sql))

    /** Several flags in one transaction, all or none. */
    const changeAll = Effect.fn("SwitchCare.changeAll")(function* (changes: ReadonlyArray<SwitchChange>, order: Order) {
      if (changes.length === 0) return yield* new AlreadySo({ message: "All feature flags already have this state." })
      const done = yield* Effect.forEach(changes, ({ isThrown, name }) => change(name, isThrown, order))
      return { summary: done.map(({ summary }) => summary).join(". ") }
    }, atomically(sql))

    return {
      list: switches.stored,
      /** Flags as this server applies them: at most two seconds behind the database. */
      known: switches.known,
      changeAll: (changes: ReadonlyArray<SwitchChange>, order: Order) =>
        Effect.tap(changeAll(changes, order), switches.refresh),
      /** Changes a flag from its default, with a public reason. */
      throwIt: (name: SwitchName, order: Order) => Effect.tap(change(name, true, order), switches.refresh),
      reset: (name: SwitchName, order: Order) => Effect.tap(change(name, false, order), switches.refresh)
    }
  })
}) {}
