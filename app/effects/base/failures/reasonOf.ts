/** Describes in one line why something crashed, for the operator and the log. */
import { Cause, ParseResult } from "effect"

/** Maximum characters of a reason. */
const REASON = 300
/** Maximum lines of the stack trace. */
const PLACES = 20

/**
 * For a value that does not fit its schema, returns the mismatch only: the full message prints the whole schema first,
 * which can take thousands of characters.
 */
const misfitOf = (error: ParseResult.ParseError): string => {
  const [first, ...others] = ParseResult.ArrayFormatter.formatErrorSync(error)
  if (first === undefined) return error.message
  const at = first.path.length === 0 ? "" : `at ${first.path.map(String).join(".")}: `
  return `${at}${first.message}${others.length === 0 ? "" : ` (and ${others.length} more)`}`
}

/** The root cause comes first, then the outer error. */
const wordsOf = (error: unknown): string => {
  if (ParseResult.isParseError(error)) return misfitOf(error)
  if (!(error instanceof Error)) return String(error ?? "interrupted")
  // A schema's error without fields has a message that says nothing.
  const words = error.message === "" || error.message === "{ }" ? error.name : error.message
  return error.cause === undefined ? words : `${wordsOf(error.cause)} (${words})`
}

export const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const [first] = [...Cause.failures(cause), ...Cause.defects(cause)]
  return wordsOf(first).replaceAll(/\s+/g, " ").slice(0, REASON)
}

/** The reason, then the lines of the stack trace; for a plain message only the message. */
export const causeInShort = (cause: Cause.Cause<unknown>): string =>
  [
    reasonOf(cause),
    ...Cause.pretty(cause)
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, PLACES)
  ].join("\n")
