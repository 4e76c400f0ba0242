/** Commands for feature flags and the read-only mode. */
import { Effect, Schema } from "effect"
import { Feature, FlagName } from "~/effects/base/feature-flags/flags"
import { inUtc } from "~/effects/base/text/moments"
import { FlagCare } from "../../FlagCare.server"
import type { Order } from "../../Operator"
import { act, Misused, type Said, table } from "./Command.server"

const isFeature = Schema.is(Feature)
const FEATURES = Feature.literals.join(", ")

const switching = (isOff: boolean) => (name: string, order: Order) =>
  Effect.gen(function* () {
    if (!isFeature(name))
      return yield* new Misused({ message: `There is no feature flag “${name}”, only ${FEATURES}.` })
    const care = yield* FlagCare
    return yield* isOff ? care.throwIt(name, order) : care.reset(name, order)
  })

export const flagCommands = {
  flags: {
    takes: "",
    what: "which features are off, and whether the site is read-only",
    words: [0, 0],
    needsReason: false,
    run: () =>
      Effect.gen(function* () {
        const thrown = yield* (yield* FlagCare).list
        const lines = table(
          FlagName.literals.map((name) => {
            const found = thrown.find((each) => each.name === name)
            const isOn = (found === undefined) === (name !== "readOnly")
            const since = found === undefined ? "" : `since ${inUtc("moment", found.since)} UTC`
            return [name === "readOnly" ? "read-only" : name, isOn ? "on" : "off", since, found?.reason ?? ""]
          })
        )
        return { lines, data: thrown } satisfies Said
      })
  },
  "switch-off": act("FEATURE", `turns a feature off: ${FEATURES}; the reason is shown to people`, switching(true)),
  "switch-on": act("FEATURE", "turns it on again", switching(false)),
  "read-only": act("on|off", "everyone can read and nobody can write; every page shows the reason", (to, order) =>
    Effect.gen(function* () {
      if (to !== "on" && to !== "off") return yield* new Misused({ message: "read-only takes on or off." })
      const care = yield* FlagCare
      return yield* to === "on" ? care.throwIt("readOnly", order) : care.reset("readOnly", order)
    })
  )
} as const
