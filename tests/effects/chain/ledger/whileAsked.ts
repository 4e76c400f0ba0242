import { Effect, Layer } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"

/** The ledger, with an effect that runs once while the site queries its current state, as it does before it signs. */
export const whileAsked = (happens: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const once = yield* Effect.once(Effect.orDie(happens))
    return Layer.succeed(
      Ledger,
      new Ledger({ ...ledger, currentState: () => Effect.zipRight(once, ledger.currentState()) })
    )
  })
