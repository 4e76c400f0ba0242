/**
 * Proposals from publishing to their end, except opening (Openings) and closing (Closings). Callers check permissions
 * and signatures (statement.server.ts) first. Activity is recorded in the same transaction.
 */
import { Effect } from "effect"
import { Cancellations } from "./Cancellations.server"
import { ProgressPosts } from "./ProgressPosts.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { Publications } from "./Publications.server"
import { Revisions } from "./Revisions.server"

export class Proposals extends Effect.Service<Proposals>()("governance/proposals/Proposals", {
  dependencies: [
    ProposalsRepo.Default,
    Publications.Default,
    Revisions.Default,
    Cancellations.Default,
    ProgressPosts.Default
  ],
  effect: Effect.gen(function* () {
    const { findOrFail } = yield* ProposalsRepo
    const { publish } = yield* Publications
    const { edit } = yield* Revisions
    const { cancel } = yield* Cancellations
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
