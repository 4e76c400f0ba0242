/**
 * The user of the practice wallet.
 *
 * A port: `panel.ts` asks on the screen; tests decide by script.
 */
import { Context, type Effect } from "effect"
import type { Choice } from "./approve"
import type { Question } from "./ask"
import type { Keys, PersonData } from "./keys"

/** What the screen needs in addition to the request. */
export interface Shown {
  readonly keys: Keys
  readonly person: PersonData
}

/** Balances by account address, as lines such as "10000 XRD"; undefined if the ledger did not respond. */
export type Held = ReadonlyMap<string, ReadonlyArray<string>> | undefined

export class Person extends Context.Tag("practice/Person")<
  Person,
  {
    /** Waits for a decision. Interruption means that the request was cancelled, and closes the panel. */
    readonly decide: (question: Question, shown: Shown) => Effect.Effect<Choice>
    /** Opens the wallet without a request: its balances, and a message about what just happened. */
    readonly showWallet: (shown: Shown & { readonly held: Held }, news: string) => Effect.Effect<"away" | "tokens">
  }
>() {}
