import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { ProposalId } from "./fields"

/**
 * One of several accounts of a wallet in a vote, as listed in the vote box. Types and paths only: pages load this file.
 */
export interface VotingAccount {
  readonly account: AccountAddress
  /** A decimal, frozen when voting opened. */
  readonly weight: string
  /** The choice on the ballot that counts now, in words; null before the first. */
  readonly voted: string | null
}

/** Returns `{ accounts: ReadonlyArray<VotingAccount> }`, for the session's wallet only. */
export const votingAccountsPath = (proposal: ProposalId): string => `/api/ballots/${proposal}/accounts`
