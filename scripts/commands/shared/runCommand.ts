/**
 * Runs an operator command: it exits with status 0, or with one sentence on standard error. Status 1 means refused or
 * failed, and the sentence begins with its code; 2 means wrong usage. A signal interrupts the program, so that
 * unfinished work is undone, and exits with 128 plus the signal's number, as shells expect.
 */
import { Cause, Effect, Exit, Fiber, Option, Schema } from "effect"
import { ownOnly } from "~/effects/base/settings/dataFolder.server"
import { storageProblem } from "~/effects/server/startProblem.server"

/** The command refused to run; the message is for the operator. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  code: Schema.String,
  message: Schema.String
}) {}

/** The arguments are invalid; the message says which. */
export class WrongUsage extends Schema.TaggedError<WrongUsage>()("WrongUsage", { message: Schema.String }) {}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/** Prints one line of the command's output. */
export const say = (line: string): Effect.Effect<void> => Effect.sync(() => console.info(line))

const sentenceOf = (cause: Cause.Cause<CommandRefused | WrongUsage>): readonly [status: number, sentence: string] => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (failure?._tag === "WrongUsage") return [2, failure.message]
  if (failure?._tag === "CommandRefused") return [1, `${failure.code}: ${failure.message}`]
  const problem = storageProblem(cause)
  return [1, problem === undefined ? `E-UNKNOWN: ${Cause.pretty(cause)}` : `E-STORAGE: ${problem}`]
}

/** Runs the command and exits the process. `words` are its arguments. */
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
