/**
 * Lease on a prepared transaction: whose wallet has it, since when, and until when nobody else is asked. Pages load
 * this file.
 */

import { Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { inUtc } from "~/effects/base/text/moments"
import { shortName } from "~/effects/people/account/shortName"

/** Long enough to find and unlock a phone and read the request. */
export const LEASE_MS = 5 * 60_000

/** Name of one page; random, survives a reload. */
export const Holder = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9-]{8,40}$/, { message: () => "This page has no name for requests. Reload it." })
)

export interface LeaseView {
  readonly account: AccountAddress
  /** The tab or device that asked, as a random word. It is neither a secret nor a permission. */
  readonly holder: string
  /** Unix milliseconds. */
  readonly since: number
  /** From then on another page can take over. */
  readonly until: number
  /** Milliseconds until then, by the server's clock. */
  readonly left: number
}

/** Lease columns of a joined statement; null without a lease. */
export interface LeaseColumns {
  readonly leaseAccount: AccountAddress | null
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

/** For messages that are not on a page; times in UTC. */
export const leasedWords = ({ account, since, until }: Omit<LeaseView, "holder" | "left">, isSame: boolean): string => {
  const who = isSame ? "Your wallet" : `The wallet of ${shortName(account)}`
  return `${who} was asked to sign this at ${clockText(since)} and may still respond. Decline it there, or take it over from ${clockText(until)} on.`
}
