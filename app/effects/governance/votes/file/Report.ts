/** The report of a check of a file (docs/product/publishing.md). Plain data, shown by a page or sent by a server. */

export type StepState = "ok" | "warn" | "bad" | "skipped"

export interface Step {
  readonly name: string
  readonly state: StepState
  /** "18 of 18", or a short hash; empty if there is nothing to count. */
  readonly figure: string
  /** A further sentence, or empty. */
  readonly detail: string
}

/** A problem, and where it is. */
export interface Finding {
  /** Number of the ballot, from 1, by its place in the file; null for anything else. */
  readonly row: number | null
  /** "ballot 7", "voter 3", "proposal". */
  readonly where: string
  readonly words: string
}

/**
 * For receipts: whether the issuer and the ledger were asked and confirmed it. A file can be complete in itself and
 * still be made up, since anyone can write one. Asking again may confirm it later if they did not respond.
 */
export type Confirmation = "confirmed" | "open" | "unanswered"

export interface Report {
  readonly holds: boolean
  /** Absent for files that carry their own proof, such as ballots and statements. */
  readonly confirmation?: Confirmation | undefined
  /** "All 18 ballots check out. The result is Yes." */
  readonly verdict: string
  /** What the verdict leaves open, or why it is bad. */
  readonly detail: string
  /** What was checked: "Night Film Club, proposal 18". */
  readonly subject: string
  readonly steps: ReadonlyArray<Step>
  readonly findings: ReadonlyArray<Finding>
  /**
   * Ballots in the order of the chain, for a picture: a choice's place in the list; null while hidden or not a single
   * choice.
   */
  readonly marks: ReadonlyArray<number | null>
  readonly labels: ReadonlyArray<string>
}

/** Most findings that are listed; a file that is wrong everywhere is wrong in few ways. */
export const MAX_TOLD = 200
export const reported = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => findings.slice(0, MAX_TOLD)

const MAX_NUMBERS = 20

/** "number 7", "numbers 3, 5 and 9", "numbers 1, 2, … and 80 more". */
export const numbered = (rows: ReadonlyArray<number>): string => {
  const shown = rows.slice(0, MAX_NUMBERS)
  const rest = rows.length - shown.length
  const last = rest > 0 ? `${rest} more` : shown[shown.length - 1]
  const first = rest > 0 ? shown : shown.slice(0, -1)
  return rows.length === 1 ? `number ${rows[0]}` : `numbers ${first.join(", ")} and ${last}`
}

/** A step that the file alone can pass or fail. */
export const stepOf = (name: string, isRight: boolean, words: string, figure = ""): Step => ({
  name,
  state: isRight ? "ok" : "bad",
  figure,
  detail: isRight ? "" : words
})

/** The findings of failed steps. */
export const failed = (steps: ReadonlyArray<Step>): ReadonlyArray<Finding> =>
  steps.filter(({ state }) => state === "bad").map(({ detail, name }) => ({ row: null, where: name, words: detail }))

/** The report of a file that could not be read. */
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
