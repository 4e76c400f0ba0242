import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { describeOnBothDatabases } from "../../databases"
import { testKey } from "./keys"
import { attempt, MUTATIONS, mutation } from "./mutations"
import { signInAs, worldOn } from "./world"

const RUNS = 300

describeOnBothDatabases("a sign-in (B6)", (database) => {
  it.effect(`is refused for each of ${MUTATIONS.length} kinds of wrong proofs, ${RUNS} at random`, () =>
    Effect.gen(function* () {
      const seen = new Set<string>()
      for (const change of fc.sample(mutation, RUNS)) {
        const refused = yield* Effect.flip(attempt(change))
        assert.oneOf(refused.code, ["E-PROOF", "E-CHALLENGE", "E-USED"], JSON.stringify(change))
        assert.strictEqual(refused.status, 401)
        seen.add(change.name)
      }
      assert.strictEqual(seen.size, MUTATIONS.length)
      for (const curve of ["curve25519", "secp256k1"] as const) yield* signInAs(testKey(curve, "right"))
    }).pipe(Effect.provide(worldOn(database)))
  )
})
