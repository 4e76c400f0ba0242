/** Why something died, in one line: for the operator, and for the log. */
import { Cause } from "effect"

/** Characters of a reason. */
const REASON = 500

export const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const [first] = [...Cause.failures(cause), ...Cause.defects(cause)]
  return (first instanceof Error ? first.message : String(first ?? "interrupted")).slice(0, REASON)
}
