import { Context, type Effect } from "effect"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Distribution, PayableRow } from "./Distribution"

export interface PaidRows {
  readonly direct: ReadonlyArray<PayableRow>
  /** Their accounts take nothing from others: the locker keeps it for them. */
  readonly kept: ReadonlyArray<PayableRow>
}

/** What follows for others from rows that were paid. Runs in the transaction that marks them, once for each batch. */
export class RowsPaid extends Context.Tag("effects/RowsPaid")<
  RowsPaid,
  (run: Distribution, paid: PaidRows, transaction: CommittedTransaction) => Effect.Effect<void>
>() {}
