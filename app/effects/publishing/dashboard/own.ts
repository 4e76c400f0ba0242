/** One of the account's communities, as the dashboard lists it. Types only. */
import type { Role } from "~/effects/access/Membership"

export interface OwnCommunity {
  readonly id: string
  readonly name: string
  readonly logo: string | null
  readonly role: Role
  readonly openProposals: number
  readonly openSales: number
  /** Unread notifications of this community. */
  readonly unread: number
}
