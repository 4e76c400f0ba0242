/** Names and messages of delegations. Pure; pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"

export const delegationsPath = (communityId: CommunityId): string => `/community/detail/${communityId}/delegations`

export const OFF =
  "Votes cannot be delegated in this community: its rules do not let anyone hold delegated voting power."

const many: Readonly<Record<ProposalKind, string>> = {
  decision: "decisions",
  spending: "spending",
  rule: "rule changes",
  election: "elections"
}
const isKind = (text: string): text is ProposalKind => Object.hasOwn(many, text)

/** "decisions and elections", "all kinds of proposals" */
export const kindsInWords = (kinds: ReadonlyArray<string>): string => {
  if (kinds.length === Object.keys(many).length) return "all kinds of proposals"
  const names = kinds.filter(isKind).map((kind) => many[kind])
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
}

/** The response to a revocation: votes that had already opened keep what they froze. */
export const withdrawnWords = (open: ReadonlyArray<{ readonly number: number }>): string =>
  open.length === 0
    ? "Revoked. This delegation no longer counts in any vote."
    : `Revoked for votes that open from now on. ${open.length === 1 ? "One vote" : `${open.length} votes`} had already opened (${open
        .map(({ number }) => `No. ${number}`)
        .join(", ")}): vote there yourself, and only your own ballot counts.`
