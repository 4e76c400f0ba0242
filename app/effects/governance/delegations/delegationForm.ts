/**
 * The delegation form: from its fields to the statement that is signed. Pure; the page builds the same statement from
 * its own fields before the wallet opens.
 */

import { Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import {
  DELEGATED_KINDS,
  type DelegatedKinds,
  type Delegation,
  delegationDigest
} from "~/effects/governance/votes/delegated/Delegation"
import { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"

export interface DelegationValues {
  readonly to: string
  readonly kinds: ReadonlyArray<ProposalKind>
  /** A day such as "2027-09-12"; the delegation is valid until the end of that day in UTC. */
  readonly until: string
}

const isKind = Schema.is(ProposalKind)
const DAY_MS = 86_400_000
/** How many days ahead the last selectable day is. */
export const MOST_DAYS = 365

/** @param all returns all values of a field. */
export const readDelegation = (all: (name: string) => ReadonlyArray<string>): DelegationValues => ({
  to: (all("to")[0] ?? "").trim(),
  kinds: DELEGATED_KINDS.filter((kind) => all("kinds").filter(isKind).includes(kind)),
  until: (all("until")[0] ?? "").trim()
})

export const readDelegationForm = (form: FormData): DelegationValues =>
  readDelegation((name) => form.getAll(name).filter((value) => typeof value === "string"))

/** Kinds in the order in which they are signed; all four become "all". */
export const delegatedKindsOf = (kinds: ReadonlyArray<ProposalKind>): DelegatedKinds =>
  kinds.length === DELEGATED_KINDS.length ? "all" : DELEGATED_KINDS.filter((kind) => kinds.includes(kind))

/** The last millisecond of a day; NaN if the text is not a day. */
export const endOfDay = (day: string): number => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return Number.NaN
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day ? Number.NaN : start + DAY_MS - 1
}
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last selectable day. */
export const lastDay = (now: number): string => dayOf(now + MOST_DAYS * DAY_MS)

/** Problems that the fields alone show, by field. */
export const delegationProblems = (
  { kinds, to, until }: DelegationValues,
  account: AccountAddress,
  now: number
): Readonly<Record<string, string>> => {
  const end = endOfDay(until)
  const problems: Readonly<Record<string, string | undefined>> = {
    to:
      to === ""
        ? "Choose a member to delegate your vote to."
        : to === account
          ? "You cannot delegate your vote to yourself. Vote yourself, or choose another member."
          : undefined,
    kinds: kinds.length === 0 ? "Choose at least one kind of proposal." : undefined,
    until: Number.isNaN(end)
      ? "Choose a day, such as 2027-09-12."
      : end <= now
        ? "Choose a day in the future."
        : until > lastDay(now)
          ? `Choose a day within a year: ${lastDay(now)} at the latest.`
          : undefined
  }
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )
}

/** The members of the statement that the form does not contain. */
export interface Circumstances {
  readonly networkId: number
  readonly community: CommunityId
  readonly from: AccountAddress
  /** Unix milliseconds. */
  readonly madeAt: number
  readonly nonce: string
  readonly supersedes: string | null
}

/** @param values checked by `delegationProblems`; `to` is a member's account. */
export const delegationOf = (
  values: DelegationValues & { readonly to: AccountAddress },
  about: Circumstances
): Delegation => ({
  kind: "delegation",
  v: 1,
  networkId: about.networkId,
  community: about.community,
  from: about.from,
  to: values.to,
  kinds: delegatedKindsOf(values.kinds),
  madeAt: new Date(about.madeAt).toISOString(),
  until: new Date(endOfDay(values.until)).toISOString(),
  nonce: about.nonce,
  supersedes: about.supersedes
})

export interface PreparedDelegation {
  readonly delegation: Delegation
  readonly digest: string
}

/**
 * The hash of the statement that the page builds from its own fields, whatever the server returned; only the
 * circumstances come from the server.
 */
export const ownDelegationHash = ({ delegation }: PreparedDelegation, form: FormData): string => {
  const values = readDelegationForm(form)
  return delegationDigest({
    ...delegation,
    to: values.to as AccountAddress, // Only compared: a different text gives a different hash.
    kinds: delegatedKindsOf(values.kinds),
    until: new Date(endOfDay(values.until)).toISOString()
  })
}
