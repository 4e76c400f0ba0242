/** Tells this server's worker that something waits, so that it need not wait for its minute. */
import { Effect, Queue } from "effect"

export class HookNews extends Effect.Service<HookNews>()("effects/HookNews", {
  effect: Effect.map(Queue.sliding<void>(1), (news) => ({
    wake: Effect.asVoid(Queue.offer(news, undefined)),
    awaitNews: Queue.take(news)
  }))
}) {}
