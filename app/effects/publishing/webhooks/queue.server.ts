/** Queues a community's events for its webhooks in the transaction that stores them. */
import { Effect, Layer } from "effect"
import { EventOutlet } from "~/effects/activity/activity/EventOutlet.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { DeliveriesRepo } from "./DeliveriesRepo.server"
import { eventOf } from "./events"
import { WebhookNotices } from "./WebhookNotices.server"

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
