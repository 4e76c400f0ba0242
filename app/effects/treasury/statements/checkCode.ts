/**
 * Check code of a statement: a hash of its treasury, its period and the sums of each token, so that a printed one can
 * be compared with the current one. Pure.
 */
import { canonical } from "~/effects/base/text/canonical"
import { codeOf } from "~/effects/base/text/checkCode"
import { hashOf } from "~/effects/base/text/digest"
import type { Statement, StatementToken } from "./statementView"

type Stated = Pick<Statement, "count" | "escrow" | "isRunning" | "period" | "tokens" | "treasury">
type Summed = Pick<StatementToken, "closing" | "opening" | "received" | "resource" | "sent">

const sumsOf = (tokens: ReadonlyArray<Summed>) =>
  tokens
    .map(({ closing, opening, received, resource, sent }) => [resource, opening, received, sent, closing])
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1))

/** Sixteen hexadecimal digits in groups of four; null for a running period, whose sums still change. */
export const checkCodeOf = ({ count, escrow, isRunning, period, tokens, treasury }: Stated): string | null => {
  if (isRunning) return null
  const stated = { treasury, period: period.name, movements: count, sums: sumsOf(tokens) }
  const text = canonical(
    escrow === null
      ? { v: 1, ...stated }
      : { v: 2, ...stated, escrow: { movements: escrow.count, sums: sumsOf(escrow.tokens) } }
  )
  return codeOf(hashOf(text))
}
