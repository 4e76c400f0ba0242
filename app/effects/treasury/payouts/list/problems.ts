/** What is wrong in a list, each kind with its lines. Pure. */

import { isUnclear } from "~/effects/base/lists/unclear"
import type { CheckedRow } from "./checkRows"
import { isDuplicate } from "./checkRows"

export interface ListProblem {
  readonly message: string
  readonly count: number
  /** The first lines. */
  readonly lines: ReadonlyArray<number>
  readonly isUnclear: boolean
}

const LINES = 8

const kindOf = (row: CheckedRow): string =>
  isUnclear(row.error)
    ? "Amounts that could mean two things"
    : isDuplicate(row)
      ? "The same account as in an earlier line"
      : (row.error ?? "").replace(/\.$/, "")

/** The most frequent first; unclear amounts before all others, because nothing goes on without them. */
export const problemsIn = (rows: ReadonlyArray<CheckedRow>): ReadonlyArray<ListProblem> => {
  const kinds = new Map<string, { lines: Array<number>; isUnclear: boolean }>()
  for (const row of rows) {
    if (row.state !== "error") continue
    const kind = kinds.get(kindOf(row))
    if (kind === undefined) kinds.set(kindOf(row), { lines: [row.line], isUnclear: isUnclear(row.error) })
    else kind.lines.push(row.line)
  }
  return [...kinds]
    .map(([message, { isUnclear: unclear, lines }]) => ({
      message,
      count: lines.length,
      lines: lines.slice(0, LINES),
      isUnclear: unclear
    }))
    .sort((one, other) => Number(other.isUnclear) - Number(one.isUnclear) || other.count - one.count)
}
