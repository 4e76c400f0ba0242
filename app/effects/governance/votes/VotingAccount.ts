/** One of several accounts of a wallet in a vote, as the vote box lists them. Types and paths only: pages load this file. */
export interface VotingAccount {
  readonly account: string
  /** A decimal, as it was frozen at the opening. */
  readonly weight: string
  /** Of the ballot that counts now, in words; null before the first. */
  readonly voted: string | null
}

/** Answers `{ accounts: ReadonlyArray<VotingAccount> }`, for the session's wallet alone. */
export const votingAccountsPath = (proposal: string): string => `/api/ballots/${proposal}/accounts`
