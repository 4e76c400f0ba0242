/** What is wrong in a list, each kind with its lines. Pure. */
import { isUnclear } from "./unclear"

export interface ListProblem {
  readonly message: string
  readonly count: number
  /** The first lines. */
  readonly lines: ReadonlyArray<number>
  readonly isUnclear: boolean
}

/** What is wrong with a line; null if nothing is. */
export interface LineError {
  readonly line: number
  readonly error: string | null
}

const LINES = 8
const SAME_ACCOUNT = "Same account as line "

export const sameAccount = (line: number): string => `${SAME_ACCOUNT}${line}.`

export const isDuplicate = ({ error }: Pick<LineError, "error">) => error?.startsWith(SAME_ACCOUNT) === true

const kindOf = (error: string, noun: string): string =>
  isUnclear(error)
    ? `${noun}s that could mean two things`
    : isDuplicate({ error })
      ? "The same account as in an earlier line"
      : error.replace(/\.$/, "")

/** The most frequent first; unclear amounts before all others, because nothing goes on without them. */
export const problemsIn = (rows: ReadonlyArray<LineError>, noun = "Amount"): ReadonlyArray<ListProblem> => {
  const kinds = new Map<string, { lines: Array<number>; isUnclear: boolean }>()
  for (const { error, line } of rows) {
    if (error === null) continue
    const name = kindOf(error, noun)
    const kind = kinds.get(name)
    if (kind === undefined) kinds.set(name, { lines: [line], isUnclear: isUnclear(error) })
    else kind.lines.push(line)
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
