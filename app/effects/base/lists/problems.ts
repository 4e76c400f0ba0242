/** What is wrong in a list, each kind with its lines. Pure. */
import { meaningsOf, readingsOf } from "./marks"

const BEGIN = "This could be "

/** Such a row stays wrong until its text is changed. */
export const isUnclear = (error: string | null): boolean => error?.startsWith(BEGIN) === true

/** Three decimals could be thousands; a fourth one says that they are not. */
const clearly = (amount: string): string => (/^[1-9]\d{0,2}\.\d{3}$/.test(amount) ? `${amount}0` : amount)

const either = (texts: ReadonlyArray<string>): string => `${texts.slice(0, -1).join(", ")} or ${texts.at(-1) ?? ""}`

/** Says that an amount can be read in several ways, so that nobody has to guess. */
export const unclearWords = (meanings: ReadonlyArray<string>): string => {
  const sorted = meanings.toSorted((one, other) => Number(one) - Number(other))
  return `${BEGIN}${either(sorted)}. Write ${either(sorted.map(clearly))}.`
}

/** Null if the text can be read in at most one way. */
export const unclearAmount = (text: string): string | null => {
  const meanings = meaningsOf(readingsOf({ line: 1, cells: [text] }, 0, null))
  return meanings.length > 1 ? unclearWords(meanings) : null
}

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
