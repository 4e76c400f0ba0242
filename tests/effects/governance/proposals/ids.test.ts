import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { idInForm } from "~/effects/governance/proposals/pages/readiness.server"
import { proposalIdOf } from "~/effects/governance/votes/proposalIdOf"

const malformed = ["", "x", "M4T6YA2CDE7P", "m4t6ya2cde7", "m4t6ya2cde7pp", "m4t6ya2cde71", " m4t6ya2cde7p"]

describe("the id of a proposal", () => {
  it.effect("is taken as it is, and a malformed one is treated as a proposal that does not exist", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* proposalIdOf("m4t6ya2cde7p"), "m4t6ya2cde7p")
      for (const text of [...malformed, undefined, null])
        assert.strictEqual((yield* Effect.flip(proposalIdOf(text)))._tag, "NotThere", String(text))
    })
  )

  it.effect("that a form sends without having got it from the page is refused with what to do", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* idInForm("m4t6ya2cde7p"), "m4t6ya2cde7p")
      for (const sent of [...malformed, undefined, 7, ["m4t6ya2cde7p"]])
        assert.deepEqual((yield* Effect.flip(idInForm(sent))).fields, { id: "Please load the page again." })
    })
  )
})
