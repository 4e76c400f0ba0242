/** Collects findings over a long file: the first are listed, of all others only the ballots' numbers are stored. */
import { type Finding, MAX_TOLD } from "./Report"

export interface Findings {
  readonly reported: ReadonlyArray<Finding>
  /** Numbers of ballots, from 1. */
  readonly rows: ReadonlySet<number>
  /** All other places. */
  readonly others: ReadonlySet<string>
}

export interface Gathering extends Findings {
  readonly add: (...findings: ReadonlyArray<Finding>) => void
}

export const makeFindings = (): Gathering => {
  const reported: Array<Finding> = []
  const rows = new Set<number>()
  const others = new Set<string>()
  return {
    reported,
    rows,
    others,
    add: (...findings) => {
      for (const finding of findings) {
        if (finding.row === null) others.add(finding.where)
        else rows.add(finding.row)
        if (reported.length < MAX_TOLD) reported.push(finding)
      }
    }
  }
}

export const findingsOf = (findings: ReadonlyArray<Finding>): Findings => {
  const all = makeFindings()
  all.add(...findings)
  return all
}

/** @param row from 0. */
export const ofBallot = (row: number, words: string): Finding => ({
  row: row + 1,
  where: `ballot ${row + 1}`,
  words
})
export const ofDelegation = (row: number, words: string): Finding => ({
  row: null,
  where: `delegation ${row + 1}`,
  words
})
export const ofVoter = (row: number, words: string): Finding => ({ row: null, where: `voter ${row + 1}`, words })
export const of = (where: string, words: string): Finding => ({ row: null, where, words })

/** Concatenates findings of several kinds. */
export const together = (all: ReadonlyArray<Findings>): Findings => ({
  reported: all.flatMap(({ reported }) => reported),
  rows: new Set(all.flatMap(({ rows }) => [...rows])),
  others: new Set(all.flatMap(({ others }) => [...others]))
})
