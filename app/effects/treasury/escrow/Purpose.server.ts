/** Port: what an escrow is for. Payouts, bonds and budgets each say what the relayer pays next, and when that is over. */
import type { Effect } from "effect"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { RelayedWith } from "~/effects/treasury/relayer/relayedTransactions.server"
import type { Manifest } from "~/ledger/index"
import type { FundedEscrow } from "./Escrow"
import type { EscrowWork } from "./EscrowsRepo.server"

/**
 * Result of one poll of an escrow:
 * - `again`: something happened, poll again immediately
 * - `undecided`: the ledger has not decided on the submitted transaction
 * - `rest`: nothing to do now
 */
export type Polled = "again" | "undecided" | "rest"

/** A transaction for the relayer to sign and submit, and what the database transaction that stores it also writes. */
export interface Payment extends RelayedWith {
  readonly step: Step
  readonly manifest: Manifest
}

/** `problem`: what only a person can fix; with `isRetried`, time can fix it, too. */
export interface Problem {
  readonly problem: string
  readonly isRetried?: true
}

/** Any of our errors. */
export interface Failure {
  readonly _tag: string
}

export interface Purpose<E extends Failure = Failure> extends EscrowWork {
  /** `over`: nothing more is paid, and the rest is refunded; `paused`: not now. */
  readonly stateOf: (escrow: FundedEscrow, now: number) => Effect.Effect<"open" | "paused" | "over", E>
  /** Whether anything waits to be paid; without it, always. */
  readonly waits?: (escrow: FundedEscrow, now: number) => Effect.Effect<boolean, E>
  /** Pays next, or prepares what the relayer pays next. */
  readonly next: (escrow: FundedEscrow) => Effect.Effect<Polled | "over" | Payment | Problem, E>
  /** Polls a payment that is not one of `PreparedTransactions`; null if none is pending. */
  readonly pending?: (escrow: FundedEscrow) => Effect.Effect<Polled | null, E>
  /** Called before each refund, and once nothing is left. */
  readonly refunding?: (escrow: FundedEscrow) => Effect.Effect<void, E>
  readonly ended?: (escrow: FundedEscrow) => Effect.Effect<void, E>
}
