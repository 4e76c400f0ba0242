/**
 * Contract of a transaction kind. The shared code checks the transaction's state and compares its instructions with
 * those prepared; the feature confirms the results and records what follows.
 */
import { Context, type Effect } from "effect"
import type { GatewayDown } from "~/effects/base/failures/failures"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { TransactionMismatch } from "./errors"
import type { Step } from "./Step"

export interface TransactionKind {
  readonly kind: string
  /**
   * Checks the results at the transaction's state version. Returns the effect that records them, which runs exactly
   * once, in the transaction that marks it as confirmed.
   */
  readonly prove: (
    step: Step,
    transaction: CommittedTransaction
  ) => Effect.Effect<Effect.Effect<void>, TransactionMismatch | GatewayDown>
  /** Runs in the database transaction that marks it as submitted; again if it was later found otherwise. */
  readonly sent: (step: Step) => Effect.Effect<void>
  /**
   * Runs in the database transaction that marks it as rejected, failed, expired or mismatched: nothing happened.
   * `committed` is the transaction that was committed instead, or that failed.
   */
  readonly ended: (step: Step, committed?: CommittedTransaction) => Effect.Effect<void>
}

/** All kinds; features provide theirs (server/layers/transactionKinds.server.ts). */
export class TransactionKinds extends Context.Tag("chain/prepared-transactions/TransactionKinds")<
  TransactionKinds,
  ReadonlyArray<TransactionKind>
>() {}
