/** Why something died, in one line: for the operator, and for the log. */
import { Cause, ParseResult } from "effect"

/** Characters of a reason. */
const REASON = 300
/** Lines of the log that say where. */
const PLACES = 20

/**
 * Where a value does not fit its type, the misfit itself: its message draws the whole type first, which may take thousands
 * of characters.
 */
const misfitOf = (error: ParseResult.ParseError): string => {
  const [first, ...others] = ParseResult.ArrayFormatter.formatErrorSync(error)
  if (first === undefined) return error.message
  const at = first.path.length === 0 ? "" : `at ${first.path.map(String).join(".")}: `
  return `${at}${first.message}${others.length === 0 ? "" : ` (and ${others.length} more)`}`
}

/** What it came of stands first, then what was tried. */
const wordsOf = (error: unknown): string => {
  if (ParseResult.isParseError(error)) return misfitOf(error)
  if (!(error instanceof Error)) return String(error ?? "interrupted")
  // The text of an error without fields, as a schema makes it, names nothing.
  const words = error.message === "" || error.message === "{ }" ? error.name : error.message
  return error.cause === undefined ? words : `${wordsOf(error.cause)} (${words})`
}

export const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const [first] = [...Cause.failures(cause), ...Cause.defects(cause)]
  return wordsOf(first).replaceAll(/\s+/g, " ").slice(0, REASON)
}

/** The reason, then the lines that say where; of a message, nothing more. */
export const causeInShort = (cause: Cause.Cause<unknown>): string =>
  [
    reasonOf(cause),
    ...Cause.pretty(cause)
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, PLACES)
  ].join("\n")
