/**
 * Person: the user of the practice wallet.
 *
 * A port. `panel.ts` asks on the screen; tests decide by script.
 */
import { Context, type Effect } from "effect"
import type { Choice } from "./approve"
import type { Question } from "./ask"
import type { Keys, PersonData } from "./keys"

/** What the screen needs besides the request. */
export interface Shown {
  readonly keys: Keys
  readonly person: PersonData
}

/** What the accounts hold, by address: lines as "10000 XRD". None: the ledger did not answer. */
export type Held = ReadonlyMap<string, ReadonlyArray<string>> | undefined

export class Person extends Context.Tag("practice/Person")<
  Person,
  {
    /** Waits for a decision. Interrupted: the request was called back, and nothing stays on the screen. */
    readonly decide: (question: Question, shown: Shown) => Effect.Effect<Choice>
    /** The wallet itself, without a request: what it holds, and a word about what just happened. */
    readonly lookInside: (shown: Shown & { readonly held: Held }, news: string) => Effect.Effect<"away" | "tokens">
  }
>() {}
