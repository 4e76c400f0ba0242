/**
 * Layers of the webhooks as the server runs them. Sender and queue share WebhookNotices, which the composition provides once.
 */
import { Clock, Effect, Layer } from "effect"
import { EventOutlet } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { counted } from "~/effects/base/text/counted"
import { type OwnerChange, OwnerChanged } from "~/effects/communities/steering/HandOver.server"
import { Deliveries, WebhookWorkerLive } from "./Deliveries.server"
import { DeliveriesRepo } from "./DeliveriesRepo.server"
import { eventOf } from "./events"
import { HttpsSenderLive } from "./WebhookSender.server"
import { Webhooks } from "./Webhooks.server"
import { WebhookNotices, WebhooksRepo } from "./WebhooksRepo.server"

/**
 * Pauses webhooks when a community gets a new owner, because the former owner chose their addresses and knows their
 * secrets. Notifies the new owner of the webhooks they take over.
 */
export const OwnerChangedLive = Layer.effect(
  OwnerChanged,
  Effect.gen(function* () {
    const repo = yield* WebhooksRepo
    const notifications = yield* Notifications
    return Effect.fn("handedOver")(function* ({ community, to }: OwnerChange) {
      const hooks = yield* repo.list(community.id)
      if (hooks.length === 0) return
      yield* repo.pauseAll(community.id, yield* Clock.currentTimeMillis, "newOwner")
      const [isOne, has] = [
        hooks.length === 1,
        `${community.name} has ${counted(hooks.length, "webhook")} of its former owner`
      ]
      const hosts = [...new Set(hooks.map(({ url }) => new URL(url).host))].join(", ")
      yield* notifications.notify({
        to: [to],
        type: "role",
        communityId: community.id,
        target: `/community/detail/${community.id}?panel=settings&part=webhooks`,
        text: isOne
          ? `${has}, who knows its secret. It is paused until you resume it, with a new secret, or remove it: ${hosts}.`
          : `${has}, who knows their secrets. They are paused until you resume them, with new secrets, or remove them: ${hosts}.`,
        importance: "important"
      })
    })
  })
).pipe(Layer.provide(Layer.merge(WebhooksRepo.Default, Notifications.Default)))

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
