import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { describeOnBothDatabases } from "../../../databases"
import { testKey } from "./keys"
import { attempt, MUTATIONS, mutation } from "./mutations"
import { signInAs, worldOn } from "./world"

const RUNS_EACH = 6

describeOnBothDatabases("a sign-in", (database) => {
  it.effect(
    "is refused for every kind of wrong proof, and then works with a right one",
    () =>
      Effect.gen(function* () {
        for (const name of MUTATIONS) {
          for (const change of fc.sample(mutation, RUNS_EACH)) {
            const refused = yield* Effect.flip(attempt({ ...change, name }))
            assert.oneOf(refused.code, ["E-PROOF", "E-CHALLENGE", "E-USED"], JSON.stringify({ ...change, name }))
            assert.strictEqual(refused.status, 401)
          }
        }
        for (const curve of ["curve25519", "secp256k1"] as const) yield* signInAs(testKey(curve, "right"))
      }).pipe(Effect.provide(worldOn(database))),
    60_000
  )
})
