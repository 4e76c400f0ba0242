/**
 * LiveSignal: "something was just written here". Whoever records an event calls `wake`, inside its transaction or after
 * it; the hub then looks a moment later instead of at its next round. Nothing is lost when a signal is: the hub looks
 * every second anyway while somebody listens, and that is how it hears of what other servers write.
 */
import { Effect, Queue } from "effect"

export class LiveSignal extends Effect.Service<LiveSignal>()("effects/LiveSignal", {
  effect: Effect.map(Queue.sliding<void>(1), (signals) => ({
    /** Never waits. */
    wake: Effect.asVoid(Queue.offer(signals, undefined)),
    /** Waits for the next one. */
    awaitWake: Queue.take(signals)
  }))
}) {}
