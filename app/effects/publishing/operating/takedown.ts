/** Takedowns as operators see them. Types only: the page loads this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { FoundPerson } from "./people"

export interface TakedownPreview {
  readonly person: FoundPerson
  readonly sessions: number
  /** Visible ones, which a takedown hides. */
  readonly threads: number
  readonly replies: number
  /** Hidden or removed before; they stay as they are. */
  readonly hidden: number
  /** The beginnings of the newest visible posts. */
  readonly first: ReadonlyArray<{
    readonly what: "thread" | "reply"
    readonly text: string
    readonly community: string
  }>
}

export interface OpenTakedown {
  readonly account: AccountAddress
  readonly name: string
  readonly at: number
  readonly reason: string
  readonly posts: number
}

/** Accounts, names or e-mail addresses, one a line. */
export const peopleIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
  )
]

export const MOST_PEOPLE = 100
