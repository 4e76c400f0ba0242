/**
 * Proposals that are due to open, to close or for a reminder, longest overdue first. Leaves out those that another
 * server works on or that are rescheduled.
 */
import { Clock, Effect, Schema } from "effect"
import { CommunityId, ResultsVisibility } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

/** Jobs whose work items are proposals (docs/operations.md). */
export const OPENING = "proposals.open"
export const CLOSING = "proposals.close"
export const REMINDING = "proposals.remind"

const Asked = Schema.Struct({ now: Schema.Number, limit: Schema.Int })
const Due = Schema.Struct({
  id: ProposalId,
  communityId: CommunityId,
  status: ProposalStatus,
  resultsVisibility: ResultsVisibility
})

export class DueProposals extends Effect.Service<DueProposals>()("governance/proposals/DueProposals", {
  dependencies: [WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { isFree } = yield* WorkQueue
    const opening = findAll({
      Request: Asked,
      Result: Due,
      execute: ({ limit, now }) => sql`SELECT id, community_id, status, results_visibility FROM proposals
        WHERE due_at <= ${now} AND status = 'review' AND ${isFree(OPENING, sql`proposals.id`, now)}
        ORDER BY due_at LIMIT ${limit}`
    })
    const closing = findAll({
      Request: Asked,
      Result: Due,
      execute: ({ limit, now }) => sql`SELECT id, community_id, status, results_visibility FROM proposals
        WHERE due_at <= ${now} AND status IN ('active', 'awaitingExecution', 'executionFailed')
          AND ${isFree(CLOSING, sql`proposals.id`, now)}
        ORDER BY due_at LIMIT ${limit}`
    })
    const reminding = findAll({
      Request: Asked,
      Result: Due,
      execute: ({ limit, now }) => sql`SELECT id, community_id, status, results_visibility FROM proposals
        WHERE remind_at <= ${now} AND status = 'active' AND closes_at > ${now}
          AND ${isFree(REMINDING, sql`proposals.id`, now)}
        ORDER BY remind_at LIMIT ${limit}`
    })
    const asOf = (find: typeof opening) => (limit: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => find({ limit, now }))
    return {
      /** At most `limit` proposals; the same holds for the other two. */
      toOpen: asOf(opening),
      /** Votes to count, and decisions that were not executed in time. */
      toClose: asOf(closing),
      toRemind: asOf(reminding)
    }
  })
}) {}
