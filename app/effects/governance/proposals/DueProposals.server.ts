/** Proposals whose time has come: to open, to close, or to remind of. The longest overdue first, some in each round. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

const IN_ONE_ROUND = 50

const Due = Schema.Struct({ id: Schema.String, communityId: Schema.String, status: ProposalStatus })

export class DueProposals extends Effect.Service<DueProposals>()("effects/DueProposals", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const opening = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Due,
      execute: (now) => sql`SELECT id, community_id, status FROM proposals
        WHERE due_at <= ${now} AND status = 'review' ORDER BY due_at LIMIT ${IN_ONE_ROUND}`
    })
    const closing = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Due,
      execute: (now) => sql`SELECT id, community_id, status FROM proposals
        WHERE due_at <= ${now} AND status IN ('active', 'awaitingExecution', 'executionFailed')
        ORDER BY due_at LIMIT ${IN_ONE_ROUND}`
    })
    const reminding = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Due,
      execute: (now) => sql`SELECT id, community_id, status FROM proposals
        WHERE remind_at <= ${now} AND status = 'active' AND closes_at > ${now} ORDER BY remind_at LIMIT ${IN_ONE_ROUND}`
    })
    return {
      /** `now` in Unix milliseconds, as of the others. */
      toOpen: (now: number) => Effect.orDie(opening(now)),
      /** Votes to count, and decisions that were not carried out in time. */
      toClose: (now: number) => Effect.orDie(closing(now)),
      toRemind: (now: number) => Effect.orDie(reminding(now))
    }
  })
}) {}
