/** Records a batch that the ledger confirmed, once: who was paid, who has to claim, and what follows. */

import { Effect } from "effect"
import type { LockerAddress } from "~/effects/base/addresses/addresses"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import type { Distribution } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionCounters } from "./DistributionCounters.server"
import { makeLockerClaims } from "./LockerClaims.server"
import { PayableRows } from "./PayableRows.server"
import { type PaidRows, RowsPaid } from "./RowsPaid.server"
import { RunEnds } from "./RunEnds.server"

/** A batch whose rows were paid. */
export interface PaidBatch {
  readonly run: Distribution
  readonly n: number
  readonly locker: LockerAddress
  readonly paid: PaidRows
}

export class PaidBatches extends Effect.Service<PaidBatches>()("treasury/payouts/PaidBatches", {
  dependencies: [
    PayableRows.Default,
    DistributionBatches.Default,
    DistributionCounters.Default,
    RunEnds.Default,
    PayeeNotices.Default
  ],
  effect: Effect.gen(function* () {
    const rowsPaid = yield* RowsPaid
    const rows = yield* PayableRows
    const batches = yield* DistributionBatches
    const { recount } = yield* DistributionCounters
    const { store } = yield* makeLockerClaims
    const { finish } = yield* RunEnds

    /** Runs in the database transaction that marks the prepared transaction as confirmed. */
    const write = Effect.fn("PaidBatches.write")(function* (
      step: Step,
      { locker, n, paid, run }: PaidBatch,
      found: CommittedTransaction
    ) {
      const txId = found.intentHash
      // Called first: batches of a sale also lock the series before they notify anyone, and the same order avoids
      // deadlocks.
      yield* rowsPaid(run, paid, found)
      yield* rows.markPaid(paid.direct, "sent", txId)
      yield* rows.markPaid(paid.inLocker, "claimable", txId)
      yield* batches.move({ id: run.id, n }, [], { state: "committed", txId, stepId: step.id, error: null })
      yield* store(run, locker, paid.inLocker, found)
      const done = yield* recount([run.id])
      if (done.length > 0) yield* finish(run, txId)
    })

    return { write }
  })
}) {}
