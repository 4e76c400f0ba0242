/**
 * `npm run admin -- COMMAND …`: operator commands on the machine that has the database (docs/operations/operators.md).
 * The server may be running. Anyone who can run this may do everything; the log records who it was.
 */
import { userInfo } from "node:os"
import { Effect } from "effect"
import { SettingsMissing } from "~/effects/base/settings/environment.server"
import { Misused } from "~/effects/publishing/operating/pages/commands/Command.server"
import { operate } from "~/effects/server/operating.server"
import { CommandRefused, runCommand, say, WrongUsage } from "./shared/runCommand"

type Failure = Effect.Effect.Error<ReturnType<typeof operate>>

const inWords = (failure: Failure) => {
  if (failure instanceof Misused) return new WrongUsage({ message: failure.message })
  if (failure instanceof SettingsMissing) return new CommandRefused({ code: "E-SETTINGS", message: failure.message })
  const { code, message } = failure
  const fields = "fields" in failure ? failure.fields : undefined
  return new CommandRefused({ code, message: fields === undefined ? message : Object.values(fields).join(" ") })
}

runCommand((words) =>
  Effect.flatMap(
    Effect.mapError(operate(words, { actor: `machine: ${userInfo().username}`, account: null }), inWords),
    (lines) => Effect.forEach(lines, say, { discard: true })
  )
)
