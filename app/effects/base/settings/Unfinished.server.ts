/**
 * What every page says while the server still makes things that its pages will show: in local mode the demonstration,
 * which no start waits for.
 */
import { Effect, Ref } from "effect"

export class Unfinished extends Effect.Service<Unfinished>()("effects/Unfinished", {
  effect: Effect.map(Ref.make<string | null>(null), (words) => ({
    /** Null where everything is there. */
    words: Ref.get(words),
    tell: (said: string) => Ref.set(words, said),
    finish: Ref.set(words, null)
  }))
}) {}
