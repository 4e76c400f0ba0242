/**
 * In any order of events of a sale or of redemptions, the escrowed amount is handed out, left or refunded, to the last
 * digit (`escrowPlay.ts`).
 */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { describeOnBothDatabases } from "../../../databases"
import { runs } from "../../../sets"
import { commands, type kinds, oneBadge, played } from "./escrowPlay"
import { world } from "./world"

describeOnBothDatabases("the escrow of a bond adds up", (database) => {
  const holds = (name: keyof typeof kinds, seed: number) => {
    const scripts = fc.sample(fc.array(fc.constantFrom(...commands), { minLength: 6, maxLength: 24 }), {
      numRuns: runs(1, 6),
      seed
    })
    return Effect.gen(function* () {
      let all = 0
      for (const script of scripts) {
        const { settled } = yield* played(["order", "order", ...script], name, oneBadge).pipe(
          Effect.provide(world(database)),
          Effect.tapErrorCause(() => Effect.sync(() => console.error(name, JSON.stringify(script))))
        )
        all += settled
      }
      // Scripts in which nothing is settled would prove nothing.
      assert.isAbove(all, 0)
    })
  }

  it.effect("in a rolling sale", () => holds("rolling", 11), 600_000)
  it.effect("in a sale with a minimum, all or none", () => holds("minimum", 12), 600_000)
  it.effect("in redemptions, funded for some and for all", () => holds("redemptions", 13), 600_000)
})
