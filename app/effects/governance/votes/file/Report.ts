/**
 * What a check of a file found (docs/product/publishing.md, 3.6.2, /verify). Plain data: a page shows it, a server
 * sends it.
 */

export type StepState = "ok" | "warn" | "bad" | "skipped"

export interface Step {
  readonly name: string
  readonly state: StepState
  /** "18 of 18", a short digest; empty where there is nothing to count. */
  readonly figure: string
  /** A sentence more, or empty. */
  readonly detail: string
}

/** Something that does not hold, and where. */
export interface Finding {
  /** Number of the ballot, from 1, by its place in the file; null for what is not a ballot. */
  readonly row: number | null
  /** "ballot 7", "voter 3", "proposal". */
  readonly where: string
  readonly words: string
}

/**
 * Of receipts: whether who issued it and the ledger were asked and said the same. A file can be complete in itself and
 * still be made up: everything in it can be written by anybody. Asking those that were silent may confirm it later.
 */
export type Confirmation = "confirmed" | "open" | "unanswered"

export interface Report {
  readonly holds: boolean
  /** Left out of what needs nobody's word: ballots and statements carry their proof. */
  readonly confirmation?: Confirmation | undefined
  /** "All 18 ballots check out. The result is Yes." */
  readonly verdict: string
  /** What the verdict leaves open, or why it is bad. */
  readonly detail: string
  /** What was checked: "Night Film Club, proposal 18". */
  readonly subject: string
  readonly steps: ReadonlyArray<Step>
  readonly findings: ReadonlyArray<Finding>
  /** Ballots in the order of the chain, for a picture: a choice's place in the list, null while hidden or not plain. */
  readonly marks: ReadonlyArray<number | null>
  readonly labels: ReadonlyArray<string>
}

/** At most so many findings are told; a file that is wrong everywhere is wrong in few ways. */
export const MAX_TOLD = 200
export const told = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => findings.slice(0, MAX_TOLD)

const MAX_NUMBERS = 20

/** "number 7", "numbers 3, 5 and 9", "numbers 1, 2, … and 80 more". */
export const numbered = (rows: ReadonlyArray<number>): string => {
  const shown = rows.slice(0, MAX_NUMBERS)
  const rest = rows.length - shown.length
  const last = rest > 0 ? `${rest} more` : shown[shown.length - 1]
  const first = rest > 0 ? shown : shown.slice(0, -1)
  return rows.length === 1 ? `number ${rows[0]}` : `numbers ${first.join(", ")} and ${last}`
}

/** A step that a file alone can pass or fail. */
export const stepOf = (name: string, isRight: boolean, words: string, figure = ""): Step => ({
  name,
  state: isRight ? "ok" : "bad",
  figure,
  detail: isRight ? "" : words
})

/** What failed among some steps. */
export const failed = (steps: ReadonlyArray<Step>): ReadonlyArray<Finding> =>
  steps.filter(({ state }) => state === "bad").map(({ detail, name }) => ({ row: null, where: name, words: detail }))

/** A file that could not be read as what it says it is. */
export const unreadable = (words: string, findings: ReadonlyArray<Finding> = []): Report => ({
  holds: false,
  verdict: words,
  detail: "Nothing else was checked.",
  subject: "",
  steps: [{ name: "The file has the right form", state: "bad", figure: "", detail: words }],
  findings,
  marks: [],
  labels: []
})
