import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { cutAtWord } from "~/effects/base/text/plain"

describe("a text that is too long", () => {
  it.each([
    ["Voting opened: Replace the north water tank", 40, "Voting opened: Replace the north water…"],
    ["Voting opened: Replace the north water tank", 39, "Voting opened: Replace the north water…"],
    ["Voting opened: Replace the north water tank", 20, "Voting opened…"],
    ["short", 5, "short"],
    ["Donaudampfschifffahrt", 10, "Donaudamp…"],
    ["😀😀😀😀", 3, "😀😀…"]
  ])("%s, at most %i characters: %s", (text, most, cut) => {
    assert.strictEqual(cutAtWord(text, most), cut)
  })

  it("is not cut within a word if a space comes before it, and never exceeds the limit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
        fc.integer({ min: 14, max: 80 }),
        (words, most) => {
          const cut = cutAtWord(words.join(" "), most)
          assert.isAtMost(cut.length, most)
          const kept = cut.replace(/…$/, "").split(" ")
          assert.deepStrictEqual(kept, words.slice(0, kept.length))
        }
      )
    )
  })
})
