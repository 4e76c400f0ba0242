/**
 * The check code of a statement: of its treasury, its period and what it says of each token. Whoever holds a printed one
 * compares it with what the statement says today. Pure.
 */
import { canonical } from "~/effects/base/text/canonical"
import { digestOf } from "~/effects/base/text/digest"
import type { Statement, StatementToken } from "./statementView"

type Stated = Pick<Statement, "count" | "escrow" | "isRunning" | "period" | "tokens" | "treasury">
type Summed = Pick<StatementToken, "closing" | "opening" | "received" | "resource" | "sent">

const sumsOf = (tokens: ReadonlyArray<Summed>) =>
  tokens
    .map(({ closing, opening, received, resource, sent }) => [resource, opening, received, sent, closing])
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1))

/** Sixteen hexadecimal digits in groups of four; null while the period goes on, since its sums still change. */
export const checkCodeOf = ({ count, escrow, isRunning, period, tokens, treasury }: Stated): string | null => {
  if (isRunning) return null
  const stated = { treasury, period: period.name, movements: count, sums: sumsOf(tokens) }
  const text = digestOf(
    canonical(
      escrow === null
        ? { v: 1, ...stated }
        : { v: 2, ...stated, escrow: { movements: escrow.count, sums: sumsOf(escrow.tokens) } }
    )
  )
  return (text.slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join("-")
}

/** However it was typed. */
export const isSameCode = (one: string, other: string): boolean => {
  const plain = (text: string) => text.toUpperCase().replace(/[^0-9A-F]/g, "")
  return plain(one) !== "" && plain(one) === plain(other)
}
