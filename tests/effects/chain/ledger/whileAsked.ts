import { Effect, Layer } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"

/** The ledger, with something that happens once while the site asks for its current state, as it does before it signs. */
export const whileAsked = (happens: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const once = yield* Effect.once(Effect.orDie(happens))
    return Layer.succeed(
      Ledger,
      new Ledger({ ...ledger, currentState: () => Effect.zipRight(once, ledger.currentState()) })
    )
  })
