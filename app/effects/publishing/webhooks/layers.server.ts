/**
 * Layers of the webhooks as the server runs them. Sender and queue share HookNews, which the composition provides once.
 */
import { Layer } from "effect"
import { Switches } from "~/effects/base/switches/Switches.server"
import { Deliveries } from "./Deliveries.server"
import { HookNews } from "./HookNews.server"
import { HttpsSenderLive } from "./HttpsSender.server"
import { WebhookWorkerLive } from "./job.server"
import { EventQueueLive } from "./queue.server"
import { Webhooks } from "./Webhooks.server"

/** Provided below all features that record events. */
export const WebhookQueueLive = Layer.provideMerge(EventQueueLive, HookNews.Default)

export const DeliveriesLive = Layer.provide(Deliveries.Default, HttpsSenderLive)

export const WebhooksLive = Layer.merge(
  Webhooks.Default,
  Layer.provide(WebhookWorkerLive, Layer.merge(DeliveriesLive, Switches.Default))
)
