/**
 * Layers of the webhooks as the server runs them. Sender and queue share WebhookNotices, which the composition provides once.
 */
import { Effect, Layer } from "effect"
import { EventOutlet } from "~/effects/activity/activity/Activity.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { Deliveries, WebhookWorkerLive } from "./Deliveries.server"
import { DeliveriesRepo } from "./DeliveriesRepo.server"
import { eventOf } from "./events"
import { HttpsSenderLive } from "./HttpsSender.server"
import { WebhookNotices } from "./WebhookNotices.server"
import { Webhooks } from "./Webhooks.server"

/** Queues a community's events for its webhooks in the transaction that stores them. */
export const EventQueueLive = Layer.effect(
  EventOutlet,
  Effect.gen(function* () {
    const deliveries = yield* DeliveriesRepo
    const { wake } = yield* WebhookNotices
    return {
      put: (stored) => {
        const event = eventOf(stored.type)
        if (event === undefined) return Effect.void
        return Effect.flatMap(deliveries.queue(stored, event), (queued) =>
          queued === 0 ? Effect.void : afterCommit(wake)
        )
      }
    }
  })
).pipe(Layer.provide(DeliveriesRepo.Default))

/** Provided below all features that record events. */
export const WebhookQueueLive = Layer.provideMerge(EventQueueLive, WebhookNotices.Default)

export const DeliveriesLive = Layer.provide(Deliveries.Default, HttpsSenderLive)

export const WebhooksLive = Layer.merge(
  Webhooks.Default,
  Layer.provide(WebhookWorkerLive, Layer.merge(DeliveriesLive, FeatureFlags.Default))
)
