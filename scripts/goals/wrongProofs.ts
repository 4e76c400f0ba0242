/**
 * Fault test of docs/goals.md B6: sends 100,000 wrong proofs through the whole of sign-in, over a database; none may be
 * accepted.
 */
import { Effect, FastCheck as fc, Layer, Logger, TestContext } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { testKey } from "../../tests/effects/people/wallet-session/keys"
import { attempt, mutation } from "../../tests/effects/people/wallet-session/mutations"
import { signInAs, worldOn } from "../../tests/effects/people/wallet-session/world"
import { atMost, type Goal } from "./goal"

const RUNS = 100_000
const BATCH = 1_000

const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)

const all = Effect.gen(function* () {
  const accepted: Array<string> = []
  for (let done = 0; done < RUNS; done += BATCH) {
    for (const change of fc.sample(mutation, BATCH)) {
      const end = yield* Effect.either(attempt(change))
      if (end._tag === "Right") accepted.push(JSON.stringify(change))
    }
    // A server that refuses everything would pass as well.
    yield* signInAs(testKey(done % 2 === 0 ? "curve25519" : "secp256k1", `right ${done}`))
  }
  return accepted
})

export const wrongProofs: Goal = async () => {
  const accepted = await Effect.runPromise(
    all.pipe(
      Effect.provide(worldOn(database)),
      Effect.provide(TestContext.TestContext),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  )
  return atMost(accepted.length, 0, `accepted of ${RUNS} wrong proofs ${accepted.slice(0, 3).join(" ")}`.trim())
}
