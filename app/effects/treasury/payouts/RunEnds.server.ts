/** Ends a payout once: notifies those who voted for it, and records it in the community's activity. */
import { Effect } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { type Distribution, pathOf } from "./Distribution"

export const makeRunEnds = Effect.gen(function* () {
  const outcomes = yield* ExecutionOutcomes
  const activity = yield* Activity

  /**
   * `txId` is that of the last batch; null if the last ones were skipped. Joins the transaction that ends the payout.
   */
  const finish = Effect.fn("RunEnds.finish")(function* (run: Distribution, txId: string | null) {
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

  return { finish }
})
