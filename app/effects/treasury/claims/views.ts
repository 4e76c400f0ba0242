/** What tokenWithdraw gets from its loader. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/ledger-steps/Step"

export interface WaitingToken {
  readonly resource: string
  readonly symbol: string
  /** As the ledger's locker keeps it. */
  readonly amount: string
  /** What our records add up to. */
  readonly recorded: string
  readonly origins: ReadonlyArray<{
    readonly id: string
    readonly words: string
    /** Null for who may not read the community. */
    readonly path: string | null
    readonly amount: string
    readonly since: number
    readonly recoverAfter: number | null
  }>
}

/** Tokens that wait no more. `left`: a badge of the treasury took them out by a transaction that this site did not make. */
export interface PastWithdrawal {
  readonly id: string
  readonly kind: "withdrawn" | "recovered" | "left"
  readonly at: number
  readonly words: string
  readonly txId: string
  /** Whose badges took it out of the locker, where that is known; nobody's where the account itself withdrew it. */
  readonly by: ReadonlyArray<string>
}

export interface WithdrawPage {
  readonly now: number
  /** Null without a session. */
  readonly account: string | null
  readonly isDeployed: boolean
  /** Of the community; null for who may not read it. */
  readonly name: string | null
  readonly treasury: string | null
  /** Null where the ledger could not be read, and nothing is known. */
  readonly time: LedgerTime | null
  readonly waiting: ReadonlyArray<WaitingToken>
  /** Things of a kind that is withdrawn in the wallet itself. */
  readonly items: number
  readonly history: ReadonlyArray<PastWithdrawal>
  readonly step: StepView | null
}

/** What waits of one token in one community, all of it together. */
export interface WaitingSum {
  readonly key: string
  readonly communityId: string
  /** Null for who may not read it. */
  readonly community: string | null
  readonly treasury: string | null
  readonly symbol: string
  /** Decimal text. */
  readonly amount: string
}
