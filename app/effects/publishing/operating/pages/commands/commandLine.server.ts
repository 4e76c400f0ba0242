/**
 * `npm run admin -- COMMAND …`: the list of commands, and the parser of the command line
 * (docs/operations/operators.md).
 */
import { parseArgs } from "node:util"
import { Effect, Either, Schema } from "effect"
import { Feature, FlagName } from "~/effects/base/feature-flags/flags"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { inUtc } from "~/effects/base/text/moments"
import { FlagCare } from "../../FlagCare.server"
import type { Operator, Order } from "../../Operator"
import { OperatorLog } from "../../OperatorLog.server"
import { accountCommands } from "./accountCommands.server"
import { act, type Call, Misused, type Said, table } from "./Command.server"
import { contentCommands, emailCommands, jobCommands } from "./contentCommands.server"
import { signupCommands } from "./signupCommands.server"

/** Commands for feature flags and the read-only mode. */
const isFeature = Schema.is(Feature)
const FEATURES = Feature.literals.join(", ")

const switching = (isOff: boolean) => (name: string, order: Order) =>
  Effect.gen(function* () {
    if (!isFeature(name))
      return yield* new Misused({ message: `There is no feature flag “${name}”, only ${FEATURES}.` })
    const care = yield* FlagCare
    return yield* isOff ? care.throwIt(name, order) : care.reset(name, order)
  })

const flagCommands = {
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

/** The audit log as lines of text. */
const logCommands = {
  log: {
    takes: "",
    what: "the audit log, newest first",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: { readonly limit: number }) =>
      Effect.gen(function* () {
        const { lines } = yield* (yield* OperatorLog).page(null, limit)
        const rows = lines.map(({ at, by, reason, summary, target }) => [
          `${inUtc("moment", at)} UTC`,
          by,
          summary,
          target.label,
          reason
        ])
        return { lines: rows.length === 0 ? ["Nothing yet."] : table(rows), data: lines } satisfies Said
      })
  }
} as const

const commands = {
  ...accountCommands,
  ...contentCommands,
  ...emailCommands,
  ...jobCommands,
  ...signupCommands,
  ...flagCommands,
  ...logCommands
} as const
type Name = keyof typeof commands
type Ended = ReturnType<(typeof commands)[Name]["run"]>
type Needs = Effect.Effect.Context<Ended>

const isName = (name: string): name is Name => Object.hasOwn(commands, name)
/** Number of rows of a list without `--limit`. */
const LIMIT = 20
const MOST = 1_000

const usageOf = (name: Name): string => {
  const { needsReason, takes } = commands[name]
  return [name, takes, needsReason ? '--reason "…"' : ""].filter((part) => part !== "").join(" ")
}

/** Output of `npm run admin` without a command. */
export const help: ReadonlyArray<string> = [
  "npm run admin -- COMMAND [--json] [--limit N]",
  "",
  ...Object.keys(commands)
    .filter(isName)
    .flatMap((name) => [`  ${usageOf(name)}`, `      ${commands[name].what}`])
]

const read = (words: ReadonlyArray<string>) =>
  Either.try(() =>
    parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        reason: { type: "string" },
        days: { type: "string" },
        limit: { type: "string" },
        preview: { type: "boolean" },
        json: { type: "boolean" }
      }
    })
  )

const wrong = (name: Name, why = "") =>
  new Misused({ message: `${why === "" ? "" : `${why}\n`}Usage: npm run admin -- ${usageOf(name)}` })

type Lines = ReadonlyArray<string>
type Asked = Effect.Effect<Lines, RouteFailure | Misused, Needs>

/**
 * Parses the command line before the database is opened. Returns a command's program, or lines to print that need none.
 */
export const readCommandLine = (args: ReadonlyArray<string>, by: Operator): Effect.Effect<Asked | Lines, Misused> =>
  Effect.gen(function* () {
    const parsed = read(args)
    if (Either.isLeft(parsed)) return yield* new Misused({ message: String(parsed.left) })
    const { positionals, values } = parsed.right
    const [first, second = "", ...rest] = positionals
    if (first === undefined) return help
    // Some commands have names of two words.
    const isPair = isName(`${first} ${second}`)
    const [name, words] = isPair ? [`${first} ${second}`, rest] : [first, positionals.slice(1)]
    if (!isName(name)) {
      return yield* new Misused({ message: `There is no command “${name}”. npm run admin lists them.` })
    }
    const { needsReason, words: count } = commands[name]
    const isPreview = values.preview === true
    if (isPreview && !("previews" in commands[name])) return yield* wrong(name, "This command has no --preview.")
    if (words.length < count[0] || words.length > count[1]) return yield* wrong(name)
    if (needsReason && values.reason === undefined && !isPreview)
      return yield* wrong(name, "This is logged and requires a reason.")
    const limit = values.limit === undefined ? LIMIT : Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
      return yield* wrong(name, `--limit takes a number from 1 to ${MOST}.`)
    }
    const call: Call = { words, reason: values.reason, days: values.days, limit, preview: isPreview, by }
    // The record's type only gives the common bound of its values; every command's requirements are within it.
    const run = commands[name].run as (call: Call) => Effect.Effect<Said, RouteFailure | Misused, Needs>
    const asked: Asked = Effect.map(run(call), ({ data, lines }) =>
      values.json === true ? [JSON.stringify(data)] : lines
    )
    return asked
  })

/** Runs the command line and returns the lines to print. */
export const runCommandLine = (args: ReadonlyArray<string>, by: Operator): Asked =>
  Effect.flatMap(readCommandLine(args, by), (asked) => (Effect.isEffect(asked) ? asked : Effect.succeed(asked)))
