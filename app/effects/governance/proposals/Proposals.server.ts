/**
 * Proposals from publishing to their end, but for opening (Openings) and closing (Closings). Who may is decided before;
 * what people sign has been checked (statement.server.ts). What becomes visible is told in the same transaction.
 */
import { Effect } from "effect"
import { Cancellations } from "./Cancellations.server"
import { ProgressPosts } from "./ProgressPosts.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { Publications } from "./Publications.server"
import { Revisions } from "./Revisions.server"

export class Proposals extends Effect.Service<Proposals>()("effects/Proposals", {
  dependencies: [
    ProposalsRepo.Default,
    Publications.Default,
    Revisions.Default,
    Cancellations.Default,
    ProgressPosts.Default
  ],
  effect: Effect.gen(function* () {
    const { mustFind } = yield* ProposalsRepo
    const { publish } = yield* Publications
    const { edit } = yield* Revisions
    const { cancel } = yield* Cancellations
    const { addProgress, noteOutcome } = yield* ProgressPosts
    return {
      /** By its number, with the reader's own vote. */
      byNumber: mustFind,
      publish,
      edit,
      cancel,
      addProgress,
      noteOutcome
    }
  })
}) {}
