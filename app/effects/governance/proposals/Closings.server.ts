/**
 * Due work on proposals: counts votes, expires decisions that were not executed within 30 days, and reminds members who
 * have not voted a day before the close. Each item runs in its own transaction, so an interruption loses and repeats
 * nothing.
 */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { EXECUTION_DAYS } from "~/effects/governance/votes/proposal/lifeCycle"
import { SealedThread } from "~/effects/governance/votes/sealed/SealedThread.server"
import { SealedVotes } from "~/effects/governance/votes/sealed/SealedVotes.server"
import { CLOSING, DueProposals, REMINDING } from "./DueProposals.server"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { makeSealedClosings } from "./SealedClosings.server"
import { VoteCounts } from "./VoteCounts.server"

export class Closings extends Effect.Service<Closings>()("governance/proposals/Closings", {
  dependencies: [
    ProposalsRepo.Default,
    DueProposals.Default,
    WorkQueue.Default,
    VoteCounts.Default,
    ProposalNotices.Default,
    SealedThread.Default,
    SealedVotes.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ProposalsRepo
    const due = yield* DueProposals
    const queue = yield* WorkQueue
    const counts = yield* VoteCounts
    const sealed = yield* makeSealedClosings
    const notices = yield* ProposalNotices

    const expire = (communityId: CommunityId, id: ProposalId) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const gone = yield* sql`UPDATE proposals SET status = 'expired', due_at = NULL, updated_at = ${now}
          WHERE id = ${id} AND status IN ('awaitingExecution', 'executionFailed') AND due_at <= ${now}
            AND COALESCE(execution, '') NOT LIKE '%"state":"pending"%' RETURNING id`
        const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
        if (gone.length === 0 || row === null) return
        yield* notices.author(row, `“${row.title}” was not executed within ${EXECUTION_DAYS} days and has expired.`)
      }).pipe(atomically(sql))

    const closeDue = queue.workThrough({
      job: CLOSING,
      due: due.toClose,
      keyOf: ({ id }) => id,
      work: ({ communityId, id, resultsVisibility, status }) => {
        if (status !== "active") return expire(communityId, id)
        if (resultsVisibility === "sealed") return sealed.close(communityId, id)
        return Effect.flatMap(counts.close(communityId, id, null), (isClosed) =>
          isClosed ? Effect.void : sealed.closeByDraw(communityId, id)
        )
      }
    })

    const remind = (communityId: CommunityId, id: ProposalId) =>
      Effect.gen(function* () {
        const taken = yield* sql`UPDATE proposals SET remind_at = NULL
          WHERE id = ${id} AND status = 'active' AND remind_at IS NOT NULL RETURNING id`
        const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
        if (taken.length === 0 || row === null) return
        yield* notices.voters(row, "proposalEnding", false, `Less than 24 hours left to vote on “${row.title}”.`)
      }).pipe(atomically(sql))

    /** A day before the close, reminds those who have not voted. */
    const remindDue = queue.workThrough({
      job: REMINDING,
      due: due.toRemind,
      keyOf: ({ id }) => id,
      work: ({ communityId, id }) => remind(communityId, id)
    })

    return { closeDue, remindDue }
  })
}) {}
