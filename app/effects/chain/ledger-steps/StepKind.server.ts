/**
 * What a feature says about its steps. The shared part asks the ledger what became of the transaction and compares its
 * instructions with those prepared; the feature reads back what they must have left behind, and writes what follows.
 */
import { Context, type Effect } from "effect"
import type { GatewayDown } from "~/effects/base/failures/failures"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { StepMismatch } from "./errors"
import type { Step } from "./Step"

export interface StepKind {
  readonly kind: string
  /**
   * Reads the invariants back at the transaction's state version. Answers what is to be written once they hold, which
   * runs exactly once, in the transaction that marks the step as checked.
   */
  readonly prove: (
    step: Step,
    transaction: CommittedTransaction
  ) => Effect.Effect<Effect.Effect<void>, StepMismatch | GatewayDown>
  /** Runs in the transaction that marks the step as sent; again after it was found otherwise. */
  readonly sent: (step: Step) => Effect.Effect<void>
  /**
   * Runs in the transaction that marks it as rejected, failed, expired or mismatched: nothing happened. Where another
   * transaction was committed than the one prepared, or this one failed, it is the second argument.
   */
  readonly ended: (step: Step, committed?: CommittedTransaction) => Effect.Effect<void>
}

/** All of them: features below this one bring theirs (server/steps.server.ts). */
export class StepKinds extends Context.Tag("effects/StepKinds")<StepKinds, ReadonlyArray<StepKind>>() {}
