/** People and communities as operators see them. Types only: the page loads this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Suspension } from "~/effects/people/suspension/Suspension"

export interface FoundPerson {
  readonly account: AccountAddress
  /** Display name: the profile's name, otherwise the short address. */
  readonly name: string
  readonly username: string | null
  readonly email: string | null
  readonly joinedAt: number | null
  readonly suspension: Suspension | null
}

export interface PersonDetails extends FoundPerson {
  readonly now: number
  readonly sessions: number
  readonly lastSeenAt: number | null
  readonly communities: ReadonlyArray<{ readonly id: string; readonly name: string; readonly role: string }>
  readonly openReports: number
}

export interface FoundCommunity {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly visibility: string
  readonly stage: string
  readonly members: number
  readonly owner: string
  readonly createdAt: number
}
