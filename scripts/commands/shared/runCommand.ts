/**
 * How every command of the operator ends: with status 0, or with one sentence on standard error. Status 1 means that it
 * was refused or failed, and the sentence begins with its code; 2 that it was called wrongly. A signal interrupts the
 * program, so that what it began is undone, and ends with 128 and the signal's number, as the shell expects.
 */
import { Cause, Effect, Exit, Fiber, Option, Schema } from "effect"
import { ownOnly } from "~/effects/base/settings/dataFolder.server"
import { storageProblem } from "~/effects/server/startProblem.server"

/** Why a command did nothing, in words for the operator. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  code: Schema.String,
  message: Schema.String
}) {}

/** The words behind the command's name are not those it takes; the message says which. */
export class WrongUsage extends Schema.TaggedError<WrongUsage>()("WrongUsage", { message: Schema.String }) {}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/** One line of the command's own output. */
export const say = (line: string): Effect.Effect<void> => Effect.sync(() => console.info(line))

const sentenceOf = (cause: Cause.Cause<CommandRefused | WrongUsage>): readonly [status: number, sentence: string] => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (failure?._tag === "WrongUsage") return [2, failure.message]
  if (failure?._tag === "CommandRefused") return [1, `${failure.code}: ${failure.message}`]
  const problem = storageProblem(cause)
  return [1, problem === undefined ? `E-UNKNOWN: ${Cause.pretty(cause)}` : `E-STORAGE: ${problem}`]
}

/** Runs the command and ends the process. `words` are those behind its name. */
export const runCommand = (
  program: (words: ReadonlyArray<string>) => Effect.Effect<void, CommandRefused | WrongUsage>
): void => {
  ownOnly()
  const fiber = Effect.runFork(Effect.suspend(() => program(process.argv.slice(2))))
  let status = 0
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      status = number
      Effect.runFork(Fiber.interrupt(fiber))
    })
  }
  fiber.addObserver((exit) => {
    if (Exit.isFailure(exit) && status === 0) {
      const [failed, sentence] = sentenceOf(exit.cause)
      console.error(sentence)
      status = failed
    }
    process.exit(status)
  })
}
