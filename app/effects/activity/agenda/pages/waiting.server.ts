/** How many things wait for the caller, for the bell and the bottom bar. Zeros without a session. */
import { Effect, Option } from "effect"
import { session } from "~/effects/people/wallet-session/visitor.server"

export const waiting = Effect.map(
  session,
  Option.match({ onNone: () => ({ unread: 0, needs: 0 }), onSome: (held) => held.waiting })
)
