/**
 * Proposals from publishing to their end, except opening (Openings) and closing (Closings). Callers check permissions
 * and signatures (statement.server.ts) first. Activity is recorded in the same transaction.
 */

import { Effect } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { ProposalNotices } from "~/effects/governance/proposals/ProposalNotices.server"
import { VoteTallies } from "~/effects/governance/votes/VoteTallies.server"
import { makeCancellations } from "./Cancellations.server"
import { ProgressPosts } from "./ProgressPosts.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { makePublications } from "./Publications.server"
import { makeRevisions } from "./Revisions.server"

export class Proposals extends Effect.Service<Proposals>()("governance/proposals/Proposals", {
  dependencies: [
    ProposalsRepo.Default,
    ProgressPosts.Default,
    CommunityCounts.Default,
    VoteTallies.Default,
    ModerationLog.Default,
    ProposalNotices.Default,
    Follows.Default
  ],
  effect: Effect.gen(function* () {
    const { findOrFail } = yield* ProposalsRepo
    const { publish } = yield* makePublications
    const { edit } = yield* makeRevisions
    const { cancel } = yield* makeCancellations
    const { addProgress, noteOutcome } = yield* ProgressPosts
    return {
      /** Finds a proposal by its number, with the reader's own vote. */
      byNumber: findOrFail,
      publish,
      edit,
      cancel,
      addProgress,
      noteOutcome
    }
  })
}) {}
