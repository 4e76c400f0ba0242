/**
 * Weights of many members from a list (docs/product/communities.md#weights-from-a-list): how it is read, and what is
 * wrong in each line. Pages load its types only.
 */
import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { accountProblem, isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { mapInParts } from "~/effects/base/jobs/inParts"
import { type ListReading, readingOf } from "~/effects/base/lists/ListReading"
import type { ListLine } from "~/effects/base/lists/listLines"
import { sameAccount } from "~/effects/base/lists/problems"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { WEIGHT } from "./forms"

export const MOST_WEIGHTS = 10_000
export const TOO_MANY_WEIGHTS = "At most 10,000 lines. Split the list."

/** A list of weights has no notes and pays no tokens: other columns are shown and not read. */
export const weightReading = (reading: ListReading): ListReading => ({
  ...reading,
  columns: {
    ...reading.columns,
    roles: reading.columns.roles.map((role) => (role === "note" || role === "token" ? "unused" : role))
  }
})

/** What the list itself says. */
export const weightReadingOf = (sheet: Sheet): Effect.Effect<ListReading> => Effect.map(readingOf(sheet), weightReading)

export interface KnownMember {
  readonly account: AccountAddress
  /** Null for an account without a profile. */
  readonly name: string | null
  readonly weight: number
}

/** A line of the list beside the member that it is about. */
export interface CheckedWeight {
  readonly line: number
  /** The member's account; the written text if there is no such member. */
  readonly account: string
  readonly name: string | null
  /** The weight as it was read, which may be no weight. */
  readonly written: string
  /** What the member has now; null if there is no such member. */
  readonly before: number | null
  /** Null if the line has an error. */
  readonly weight: number | null
  readonly error: string | null
}

const NOBODY = "Not an account address, and no member has this name."

const accountError = (text: string): string => {
  if (text === "") return "The account is missing."
  if (isPayableAccount(text)) return "This account is not a member."
  return accountProblem(text) === "Address of another network." ? "Address of another network." : NOBODY
}

const weightIn = (text: string): number | null =>
  /^\d{1,5}(?:\.0+)?$/.test(text) && Number(text) <= WEIGHT.max ? Number(text) : null

const weightError = (text: string): string | null => {
  if (text === "") return "The weight is missing."
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return "This is a date, not a weight."
  return weightIn(text) === null ? "The weight is not a whole number from 0 to 1,000." : null
}

/** `members` finds a member by an account or a name. */
export const checkWeights = (
  lines: ReadonlyArray<Pick<ListLine, "account" | "amount" | "line" | "unclear">>,
  members: (text: string) => KnownMember | undefined
): Effect.Effect<ReadonlyArray<CheckedWeight>> => {
  const first = new Map<string, number>()
  return mapInParts(lines, ({ account: text, amount, line, unclear }): CheckedWeight => {
    const member = members(text)
    const account = member?.account ?? text
    const earlier = first.get(account)
    if (earlier === undefined) first.set(account, line)
    const error =
      (member === undefined ? accountError(text) : null) ??
      unclear ??
      weightError(amount) ??
      (earlier === undefined ? null : sameAccount(earlier))
    return {
      line,
      account,
      name: member?.name ?? null,
      written: amount,
      before: member?.weight ?? null,
      weight: error === null ? weightIn(amount) : null,
      error
    }
  })
}
