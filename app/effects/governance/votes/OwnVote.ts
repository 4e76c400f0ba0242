/** One of an account's own votes, as its record lists it. Types and paths only: pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { ProposalId } from "./fields"

export interface OwnVote {
  readonly proposal: ProposalId
  readonly number: number
  readonly title: string
  readonly communityId: CommunityId
  readonly community: string
  /** False for a private community that the voter has left. */
  readonly isReadable: boolean
  /** The choice in words; null for a sealed ballot that is not opened, or is spoilt. */
  readonly words: string | null
  /** Number of the ballot that counts. */
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
}

/** The file of the account's own ballot that counts in a vote, for /verify. */
export const ownReceiptPath = (proposal: ProposalId): string => `/api/ballots/${proposal}/receipt`
