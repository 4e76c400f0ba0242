/**
 * A notice on every page while the server is still creating data that its pages will show: the demonstration in local
 * mode, which no start waits for.
 */
import { Effect, Ref } from "effect"

export class Unfinished extends Effect.Service<Unfinished>()("base/settings/Unfinished", {
  effect: Effect.map(Ref.make<string | null>(null), (words) => ({
    /** Null if everything is complete. */
    words: Ref.get(words),
    report: (said: string) => Ref.set(words, said),
    finish: Ref.set(words, null)
  }))
}) {}
