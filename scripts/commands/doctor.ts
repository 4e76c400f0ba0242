/**
 * `npm run doctor -- --json`: checks everything a site needs and reports problems with their fixes, as lines or as
 * JSON. Exits with status 1 if there is a problem (docs/operations/stokenet.md).
 */
import { Effect, Logger } from "effect"
import { examine } from "~/effects/server/doctor/doctor.server"
import { lineOf } from "~/effects/server/doctor/ledgerChecks.server"
import { CommandRefused, runCommand, say, WrongUsage } from "./shared/runCommand"

runCommand((words) =>
  Effect.gen(function* () {
    const isJson = words[0] === "--json"
    if (words.length > (isJson ? 1 : 0)) return yield* new WrongUsage({ message: "Usage: npm run doctor [-- --json]" })
    const checks = yield* examine(process.env)
    const wrong = checks.filter(({ state }) => state === "wrong")
    if (isJson) yield* say(JSON.stringify({ ok: wrong.length === 0, checks }))
    else yield* Effect.forEach(checks.map(lineOf), say, { discard: true })
    if (wrong.length > 0) {
      const names = wrong.map(({ check }) => check).join(", ")
      return yield* new CommandRefused({ code: "E-DOCTOR", message: `Something is wrong with: ${names}.` })
    }
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
)
