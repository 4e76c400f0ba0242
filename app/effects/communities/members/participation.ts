/**
 * Who took part in the latest closed votes (docs/product/communities.md). Pure; the members page shows it as a row of
 * dots.
 */

import type { AccountAddress } from "~/effects/base/addresses/addresses"

export const LATEST_VOTES = 10

/** What a person did in one vote: `apart` if they were not on its list of voters. */
export type Part = "voted" | "missed" | "apart"

export interface Participation {
  /** Oldest first. */
  readonly votes: ReadonlyArray<{ readonly number: number; readonly title: string }>
  /** By account, one entry for each vote. Accounts that were on no list are left out. */
  readonly parts: Readonly<Record<string, ReadonlyArray<Part>>>
}

interface Turnout {
  readonly number: number
  readonly title: string
  /** Null if none of the requested accounts was on the list. */
  readonly account: AccountAddress | null
  readonly voted: number
}

/** From one row for each vote and voter, oldest vote first. */
export const participationOf = (rows: ReadonlyArray<Turnout>): Participation => {
  const votes = [...new Map(rows.map(({ number, title }) => [number, { number, title }])).values()]
  const placeOf = new Map(votes.map(({ number }, place) => [number, place]))
  const parts = new Map<string, Array<Part>>()
  for (const { account, number, voted } of rows) {
    if (account === null) continue
    const own = parts.get(account) ?? votes.map((): Part => "apart")
    own[placeOf.get(number) ?? 0] = voted === 1 ? "voted" : "missed"
    parts.set(account, own)
  }
  return { votes, parts: Object.fromEntries(parts) }
}

/** "Voted in 7 of 9" */
export const turnoutInWords = (parts: ReadonlyArray<Part>): string => {
  const asked = parts.filter((part) => part !== "apart").length
  if (asked === 0) return "No votes yet"
  return `Voted in ${parts.filter((part) => part === "voted").length} of ${asked}`
}
