import { Effect, Layer } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Deliveries, JOB } from "./Deliveries.server"
import { WebhookNotices } from "./WebhookNotices.server"

/** Sends deliveries that other servers queued, and retries failed ones. */
export const webhooksJob = Effect.map(
  Deliveries,
  ({ sendDue }): Job => ({ name: JOB, every: "minute", run: sendDue, isShared: true })
)

/** Sends deliveries that this server queued, immediately. */
export const WebhookWorkerLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { awaitNews } = yield* WebhookNotices
    const { isReadOnly } = yield* FeatureFlags
    const { sendDue } = yield* Deliveries
    const round = Effect.catchAllCause(Effect.unlessEffect(sendDue, isReadOnly), logDied("a webhook round failed"))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(awaitNews, round)))
  })
)
