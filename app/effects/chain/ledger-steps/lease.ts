/** A lease on a step: whose wallet has it, since when, and until when nobody else is asked. Pages load this file. */

import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { shortName } from "~/effects/people/account/shortName"

/** A wallet on a phone is found, unlocked and read within this time. */
export const LEASE_MS = 5 * 60_000

/** Of one page, made by itself and kept over reloads. */
export const Holder = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9-]{8,40}$/, { message: () => "This page has no name to ask with." })
)

export interface LeaseView {
  readonly account: string
  /** The tab or device that asked: a random word of its own. Not a secret, and no permission. */
  readonly holder: string
  /** Unix milliseconds. */
  readonly since: number
  /** From then on another may take it over. */
  readonly until: number
  /** Milliseconds until then, by the clock that decides. */
  readonly left: number
}

/** Of a statement that joins a step's lease; null where nobody has it. */
export interface LeaseColumns {
  readonly leaseAccount: string | null
  readonly leaseHolder: string | null
  readonly leasedAt: number | null
  readonly leasedUntil: number | null
}

export const leaseIn = (row: LeaseColumns, now: number): LeaseView | null => {
  const { leaseAccount: account, leasedAt: since, leasedUntil: until, leaseHolder: holder } = row
  if (account === null || holder === null || since === null || until === null) return null
  return { account, holder, since, until, left: Math.max(0, until - now) }
}

const clockText = (at: number): string => `${inUtc("moment", at)} UTC`

/** For texts without a page, with times in UTC. */
export const leasedWords = ({ account, since, until }: Omit<LeaseView, "holder" | "left">, isSame: boolean): string => {
  const who = isSame ? "Your wallet" : `The wallet of ${shortName(account)}`
  return `${who} was asked to sign this at ${clockText(since)} and may still answer. Refuse it there, or take it over from ${clockText(until)} on.`
}
