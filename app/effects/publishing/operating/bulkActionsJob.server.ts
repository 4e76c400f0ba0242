/** Hides and shows posts in portions, immediately on the server that took the order, and after a crash on any other. */
import { Effect, Layer } from "effect"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { afterPages } from "~/effects/base/limits/afterPages"
import { BulkActions } from "./BulkActions.server"

export const bulkActionsJob = Effect.map(
  BulkActions,
  ({ workDue }): Job => ({ name: "operators", every: "minute", isShared: true, run: workDue })
)

/** Runs as long as the server. */
export const BulkActionsLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { awaitNews, workDue } = yield* BulkActions
    const { isReadOnly } = yield* FeatureFlags
    const round = Effect.unlessEffect(workDue, isReadOnly).pipe(Effect.catchAllCause(logDied("a bulk action died")))
    yield* Effect.forkScoped(afterPages(Effect.forever(Effect.zipRight(awaitNews, round))))
  })
).pipe(Layer.provide(FeatureFlags.Default))
