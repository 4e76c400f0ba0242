import { Context, type Effect } from "effect"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Distribution, PayableRow } from "./Distribution"

export interface PaidRows {
  readonly direct: ReadonlyArray<PayableRow>
  /** Rows whose accounts do not accept deposits; their tokens are in the locker. */
  readonly inLocker: ReadonlyArray<PayableRow>
}

/** Effects of paid rows on other features. Runs in the transaction that marks them, once per batch. */
export class RowsPaid extends Context.Tag("treasury/payouts/RowsPaid")<
  RowsPaid,
  (run: Distribution, paid: PaidRows, transaction: CommittedTransaction) => Effect.Effect<void>
>() {}
