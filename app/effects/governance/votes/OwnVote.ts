/** A vote of one's own, as one's record lists it. Types and paths only: pages load this file. */
export interface OwnVote {
  /** Id of the proposal. */
  readonly proposal: string
  readonly number: number
  readonly title: string
  readonly communityId: string
  readonly community: string
  /** False for a private community that the voter has left. */
  readonly isReadable: boolean
  /** The choice in words; null of a sealed ballot that is not opened, or spoilt. */
  readonly words: string | null
  /** Number of the ballot that counts. */
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
}

/** The file of one's own ballot that counts in a vote, as /verify checks it. */
export const ownReceiptPath = (proposal: string): string => `/api/ballots/${proposal}/receipt`
