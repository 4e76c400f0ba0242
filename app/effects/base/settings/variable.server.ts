/** Reads one variable. */
import { Config, Option, Redacted } from "effect"
import { anything, type Check } from "./checks.server"

/** A variable set to an empty text counts as not set. */
export const isBlank = (text: string) => text.trim() === ""

export const optional = (name: string, { message, validation }: Check = anything) =>
  Config.string(name).pipe(
    Config.validate({ message, validation: (text) => isBlank(text) || validation(text) }),
    Config.option,
    Config.map(Option.filter((text) => !isBlank(text)))
  )
/** `Config.redacted` would hide the problem; none of these messages repeats the value. */
export const secret = (name: string, check: Check = anything) =>
  Config.map(optional(name, check), Option.map(Redacted.make))
