/** Switching features off and on, and the whole site to read-only. Servers hear of it within two seconds. */
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
  /** Away from its usual state. */
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
      // Thrown, a feature is off and the read-only mode is on.
      const state = isThrown === (name === "readOnly") ? "on" : "off"
      if (!changed) return yield* new AlreadySo({ message: `The switch “${NAMES[name]}” is ${state} already.` })
      const summary = `Switched ${NAMES[name]} ${state}`
      yield* log.record(order, "switch", summary, SITE)
      return { summary }
    }, atomically(sql))

    /** Several at once, all or none. */
    const changeAll = Effect.fn("SwitchCare.changeAll")(function* (changes: ReadonlyArray<SwitchChange>, order: Order) {
      if (changes.length === 0) return yield* new AlreadySo({ message: "Every switch stands so already." })
      const done = yield* Effect.forEach(changes, ({ isThrown, name }) => change(name, isThrown, order))
      return { summary: done.map(({ summary }) => summary).join(". ") }
    }, atomically(sql))

    return {
      list: switches.stored,
      /** As this server goes by them, which is what was stored two seconds ago at the most. */
      known: switches.known,
      changeAll: (changes: ReadonlyArray<SwitchChange>, order: Order) =>
        Effect.tap(changeAll(changes, order), switches.refresh),
      /** Away from its usual state, with a reason that everybody reads. */
      throwIt: (name: SwitchName, order: Order) => Effect.tap(change(name, true, order), switches.refresh),
      reset: (name: SwitchName, order: Order) => Effect.tap(change(name, false, order), switches.refresh)
    }
  })
}) {}
