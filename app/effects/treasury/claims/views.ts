/** Types of tokenWithdraw from its loader. Types only: pages load this file. */

import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"

export interface WaitingToken {
  readonly resource: string
  readonly symbol: string
  /** Amount in the ledger's locker. */
  readonly amount: string
  /** Sum of our records. */
  readonly recorded: string
  readonly origins: ReadonlyArray<{
    readonly id: string
    readonly words: string
    /** Null for people who cannot read the community. */
    readonly path: string | null
    readonly amount: string
    readonly since: number
    readonly recoverAfter: number | null
  }>
}

/**
 * Tokens that no longer wait. `left`: withdrawn by somebody who controls the treasury, in a transaction that was not made on
 * this site.
 */
export interface PastWithdrawal {
  readonly id: string
  readonly kind: "withdrawn" | "recovered" | "left"
  readonly at: number
  readonly words: string
  readonly txId: string
  /** Whose badges withdrew it from the locker, if known; empty if the account itself did. */
  readonly by: ReadonlyArray<string>
}

export interface WithdrawPage {
  readonly now: number
  /** Null without a session. */
  readonly account: AccountAddress | null
  readonly isDeployed: boolean
  /** Name of the community; null for people who cannot read it. */
  readonly name: string | null
  readonly treasury: string | null
  /** Null if the ledger could not be read and nothing is known. */
  readonly time: LedgerTime | null
  readonly waiting: ReadonlyArray<WaitingToken>
  /** Number of NFT collections, which are withdrawn in the wallet itself. */
  readonly items: number
  readonly history: ReadonlyArray<PastWithdrawal>
  readonly step: StepView | null
}

/** Everything that waits of one token in one community. */
export interface WaitingSum {
  readonly key: string
  readonly communityId: CommunityId
  /** Null for people who cannot read it. */
  readonly community: string | null
  readonly treasury: string | null
  readonly symbol: string
  /** Decimal text. */
  readonly amount: string
}
