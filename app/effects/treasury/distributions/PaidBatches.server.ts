/** A batch that the ledger confirmed, written once: who was paid, who has to claim, and what follows. */
import { Effect } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { LockerAddress } from "~/effects/base/addresses/addresses"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { type Distribution, pathOf } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionCounters } from "./DistributionCounters.server"
import { LockerClaims } from "./LockerClaims.server"
import { PayableRows } from "./PayableRows.server"
import { type PaidRows, RowsPaid } from "./RowsPaid.server"

/** A batch of a run, whose rows were paid. */
export interface PaidBatch {
  readonly run: Distribution
  readonly n: number
  readonly locker: LockerAddress
  readonly paid: PaidRows
}

export class PaidBatches extends Effect.Service<PaidBatches>()("effects/PaidBatches", {
  dependencies: [
    PayableRows.Default,
    DistributionBatches.Default,
    DistributionCounters.Default,
    LockerClaims.Default,
    ExecutionOutcomes.Default
  ],
  effect: Effect.gen(function* () {
    const rowsPaid = yield* RowsPaid
    const rows = yield* PayableRows
    const batches = yield* DistributionBatches
    const { recount } = yield* DistributionCounters
    const { keep } = yield* LockerClaims
    const outcomes = yield* ExecutionOutcomes
    const activity = yield* Activity

    /** The last batch of a run was confirmed. */
    const finish = Effect.fnUntraced(function* (run: Distribution, txId: string) {
      if (run.proposalId !== null) {
        const ran = { ok: true, txId, manifestMatches: null }
        yield* Effect.catchTag(outcomes.report(run.communityId, run.proposalId, ran), "WrongState", ({ message }) =>
          Effect.logWarning("a payout's proposal did not take its end", message)
        )
      }
      yield* activity.record({
        communityId: run.communityId,
        actor: null,
        type: "distributionDone",
        target: pathOf(run.communityId, run.number),
        data: { title: run.title },
        visibility: "public"
      })
    })

    /** In the transaction that marks the step as checked. */
    const write = Effect.fn("PaidBatches.write")(function* (
      step: Step,
      { locker, n, paid, run }: PaidBatch,
      found: CommittedTransaction
    ) {
      const txId = found.intentHash
      // First, since batches of a sale take their turn at the series before they tell anybody, too.
      yield* rowsPaid(run, paid, found)
      yield* rows.markPaid(paid.direct, "sent", txId)
      yield* rows.markPaid(paid.kept, "claimable", txId)
      yield* batches.move({ id: run.id, n }, [], { state: "committed", txId, stepId: step.id, error: null })
      yield* keep(run, locker, paid.kept, found)
      const done = yield* recount([run.id])
      if (done.length > 0) yield* finish(run, txId)
    })

    return { write }
  })
}) {}
