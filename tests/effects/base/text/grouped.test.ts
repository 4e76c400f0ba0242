import { FastCheck as fc } from "effect"
import { assert, it } from "vitest"
import { grouped } from "~/effects/base/text/grouped"

it("grouped groups whole numbers as browsers do in English", () => {
  for (const n of [0, 7, 999, 1_000, 12_345, 1_234_567, -1_000, -999]) {
    assert.strictEqual(grouped(n), n.toLocaleString("en-GB"))
  }
  fc.assert(fc.property(fc.maxSafeInteger(), (n) => grouped(n) === n.toLocaleString("en-GB")))
})
