/** Wakes this server's worker when a delivery is queued, so that it does not wait for the next minute. */
import { Effect, Queue } from "effect"

export class WebhookNotices extends Effect.Service<WebhookNotices>()("publishing/webhooks/WebhookNotices", {
  effect: Effect.map(Queue.sliding<void>(1), (news) => ({
    wake: Effect.asVoid(Queue.offer(news, undefined)),
    awaitNews: Queue.take(news)
  }))
}) {}
