/** What stands around every page inside a community, as the layout's loader tells it. Types only: pages load this file. */

import type { Community } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import type { CommunityStanding } from "~/effects/access/permissions"

export interface CommunityFrame
  extends Pick<
    Community,
    | "id"
    | "slug"
    | "name"
    | "tagline"
    | "logo"
    | "cover"
    | "visibility"
    | "stage"
    | "createdAt"
    | "joinPolicy"
    | "joinToken"
    | "tokenResource"
    | "tokenSymbol"
  > {
  readonly isVerified: boolean
  readonly members: number
  readonly openProposals: number
  /** What the reader may act as now; null for a person who is no member, or suspended. */
  readonly role: Role | null
  /** Hears of it without being a member. */
  readonly isFollowing: boolean
  /** For the rules of access/permissions: pages disable and explain with what the server refuses by. */
  readonly standing: Omit<CommunityStanding, "provenAt">
  /** Made for this page: a form sent twice with it, as `key`, happens once. */
  readonly formKey: string
}
