/** Turns feature flags on and off, and the read-only mode. Servers apply a change within two seconds. */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { FlagName } from "~/effects/base/feature-flags/flags"
import { atomically } from "~/effects/base/limits/atomically.server"
import { onSite } from "./acts"
import { AlreadySo } from "./errors"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const NAMES: Readonly<Record<FlagName, string>> = {
  communities: "new communities",
  bonds: "bonds",
  uploads: "uploads",
  webhooks: "webhooks",
  signups: "sign-ups",
  readOnly: "read-only"
}

export interface FlagChange {
  readonly name: FlagName
  /** Whether the flag differs from its default. */
  readonly isThrown: boolean
}

export class FlagCare extends Effect.Service<FlagCare>()("publishing/operating/FlagCare", {
  dependencies: [OperatorLog.Default, FeatureFlags.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const log = yield* OperatorLog
    const flags = yield* FeatureFlags

    const change = Effect.fn("FlagCare.change")(function* (name: FlagName, isThrown: boolean, order: Order) {
      const changed = yield* isThrown ? flags.set(name, order.reason) : flags.reset(name)
      // A thrown flag means: a feature is off, or read-only is on.
      const state = isThrown === (name === "readOnly") ? "on" : "off"
      if (!changed) return yield* new AlreadySo({ message: `“${NAMES[name]}” is already turned ${state}.` })
      const summary = `Turned ${NAMES[name]} ${state}`
      yield* log.record(order, "switch", summary, onSite)
      return { summary }
    }, atomically(sql))

    /** Several flags in one transaction, all or none. */
    const changeAll = Effect.fn("FlagCare.changeAll")(function* (changes: ReadonlyArray<FlagChange>, order: Order) {
      if (changes.length === 0) return yield* new AlreadySo({ message: "All feature flags already have this state." })
      const done = yield* Effect.forEach(changes, ({ isThrown, name }) => change(name, isThrown, order))
      return { summary: done.map(({ summary }) => summary).join(". ") }
    }, atomically(sql))

    return {
      list: flags.stored,
      /** Flags as this server applies them: at most two seconds behind the database. */
      known: flags.known,
      changeAll: (changes: ReadonlyArray<FlagChange>, order: Order) =>
        Effect.tap(changeAll(changes, order), flags.refresh),
      /** Changes a flag from its default, with a public reason. */
      throwIt: (name: FlagName, order: Order) => Effect.tap(change(name, true, order), flags.refresh),
      reset: (name: FlagName, order: Order) => Effect.tap(change(name, false, order), flags.refresh)
    }
  })
}) {}
