/**
 * Layers of the webhooks as the server runs them. Sender and queue share WebhookNotices, which the composition provides once.
 */
import { Layer } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { Deliveries } from "./Deliveries.server"
import { HttpsSenderLive } from "./HttpsSender.server"
import { WebhookWorkerLive } from "./job.server"
import { EventQueueLive } from "./queue.server"
import { WebhookNotices } from "./WebhookNotices.server"
import { Webhooks } from "./Webhooks.server"

/** Provided below all features that record events. */
export const WebhookQueueLive = Layer.provideMerge(EventQueueLive, WebhookNotices.Default)

export const DeliveriesLive = Layer.provide(Deliveries.Default, HttpsSenderLive)

export const WebhooksLive = Layer.merge(
  Webhooks.Default,
  Layer.provide(WebhookWorkerLive, Layer.merge(DeliveriesLive, FeatureFlags.Default))
)
