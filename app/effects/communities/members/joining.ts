/**
 * Joining a community as a page shows it: the way in that this person has, and what prevents it. Pure; the server
 * refuses by the same rules.
 */

import type { Community, CommunityId, JoinPolicy } from "~/effects/access/Community"
import { type CommunityRole, isSuspended, permissions, roleNow } from "~/effects/access/permissions"
import { explain, type Refusal } from "~/effects/access/rules"
import { inUtc } from "~/effects/base/text/moments"

/** What the rules of joining need to know of a community. */
export type JoinSubject = Pick<
  Community,
  "id" | "slug" | "name" | "visibility" | "joinPolicy" | "joinToken" | "tokenResource" | "tokenSymbol"
> & {
  readonly communityRole: CommunityRole
}

/** The way a person gets in. */
export type Way = JoinPolicy

export interface Obstacle {
  readonly code: Refusal["code"]
  readonly message: string
}

export type JoinState =
  | { readonly kind: "inside" }
  | { readonly kind: "applied" }
  | { readonly kind: "suspended"; readonly message: string }
  | {
      readonly kind: "outside"
      readonly way: Way
      /** After a removal only the owner can admit the person again (docs/product/communities.md). */
      readonly ownerDecides: boolean
      /** Null if only the form has to be filled in. */
      readonly obstacle: Obstacle | null
    }

export const suspensionInWords = (until: number | null): string =>
  `You are suspended until ${until === null ? "further notice" : inUtc("day", until)}.`

/** A private community is joined by invitation only, whatever its setting (docs/product/communities.md). */
export const policyOf = ({ joinPolicy, visibility }: Pick<JoinSubject, "joinPolicy" | "visibility">): JoinPolicy =>
  visibility === "private" ? "invite" : joinPolicy

/** A person who left while suspended is still suspended, so that leaving does not end a suspension. */
const suspendedBeforeLeaving = ({ membership, now }: CommunityRole): number | null =>
  membership !== null && membership.suspendedUntil !== null && membership.suspendedUntil > now
    ? membership.suspendedUntil
    : null

/** An invitation replaces the moderators' approval, but not a token gate. */
export const wayIn = (policy: JoinPolicy, wasRemoved: boolean, isInvited: boolean): Way => {
  if (wasRemoved) return "approval"
  return isInvited && policy === "approval" ? "invite" : policy
}

export const joinState = (subject: JoinSubject, invite: string): JoinState => {
  const { communityRole } = subject
  const { membership } = communityRole
  if (isSuspended(communityRole)) {
    return { kind: "suspended", message: suspensionInWords(membership?.suspendedUntil ?? null) }
  }
  if (roleNow(communityRole) !== null) return { kind: "inside" }
  if (membership?.status === "applied") return { kind: "applied" }
  const until = suspendedBeforeLeaving(communityRole)
  if (until !== null) return { kind: "suspended", message: suspensionInWords(until) }
  const verdict = permissions.join(communityRole)
  const wasRemoved = membership?.status === "removed"
  return {
    kind: "outside",
    way: wayIn(policyOf(subject), wasRemoved, invite !== ""),
    ownerDecides: wasRemoved,
    obstacle: verdict.ok ? null : { code: verdict.code, message: explain(verdict) }
  }
}

/** Where joining, leaving and every action on members is posted. */
export const membersPath = (communityId: CommunityId): string => `/community/detail/${communityId}/members`

/** Where a link with a code leads a person who may not look inside. */
export const invitationPath = (communityId: CommunityId, code: string): string =>
  `/community/detail/${encodeURIComponent(communityId)}/invitation?${new URLSearchParams({ invite: code })}`

/** The link that people share: it opens the join box (docs/product/communities.md). */
export const inviteLink = (origin: string, communityId: CommunityId, code: string): string =>
  `${origin}/community/detail/${communityId}?${new URLSearchParams({ invite: code })}`
