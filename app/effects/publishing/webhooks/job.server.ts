import { Effect, Layer } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Switches } from "~/effects/base/switches/Switches.server"
import { Deliveries, JOB } from "./Deliveries.server"
import { HookNews } from "./HookNews.server"

/** Sends deliveries that other servers queued, and retries failed ones. */
export const webhooksJob = Effect.map(
  Deliveries,
  ({ sendDue }): Job => ({ name: JOB, every: "minute", run: sendDue, isShared: true })
)

/** Sends deliveries that this server queued, immediately. */
export const WebhookWorkerLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { awaitNews } = yield* HookNews
    const { isReadOnly } = yield* Switches
    const { sendDue } = yield* Deliveries
    const round = Effect.catchAllCause(Effect.unlessEffect(sendDue, isReadOnly), logDied("a webhook round failed"))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(awaitNews, round)))
  })
)
