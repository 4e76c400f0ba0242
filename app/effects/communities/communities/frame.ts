/** Data that every page inside a community has, as the layout's loader returns it. Types only: pages load this file. */

import type { Community } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import type { CommunityRole } from "~/effects/access/permissions"

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
  /** The role that the reader has now; null for a reader who is not a member, or is suspended. */
  readonly role: Role | null
  /** Whether the reader follows without being a member. */
  readonly isFollowing: boolean
  /**
   * For the rules of access/permissions: pages disable and explain an action by the rules that the server refuses by.
   */
  readonly communityRole: Omit<CommunityRole, "provenAt">
  /** Idempotency key of the page, sent as `key`: a form that is sent twice has one effect. */
  readonly formKey: string
}
