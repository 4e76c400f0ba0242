/** Searches compare texts as people type them, in any script. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { fold, wordsOf } from "~/effects/base/text/fold"

describe("A folded text", () => {
  it.each([
    ["Łódź", "lodz"],
    ["Straße", "STRASSE"],
    ["Søren Ærø", "soren aero"],
    ["İstanbul ısı", "istanbul isi"],
    ["Đorđe", "dorde"],
    ["Þórunn", "thorunn"],
    ["naïve façade", "NAIVE FACADE"],
    ["ΟΔΟΣ", "οδοσ"],
    ["Ёлка", "елка"],
    ["می‌خواهم", "میخواهم"],
    ["كتــاب مُحَمَّد", "كتاب محمد"],
    ["Ge\u00adnos\u00adsen", "genossen"],
    ["ＡＢＣ１２３", "abc123"],
    ["한국어", "한국어".normalize("NFD")],
    ["ｶﾀｶﾅ", "カタカナ"]
  ])("compares %s and %s as equal", (one, other) => {
    assert.strictEqual(fold(one), fold(other))
    assert.notStrictEqual(fold(one), "")
  })

  it("folds to itself, so that stored texts can be folded once more", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => fold(fold(text)) === fold(text))
    )
  })

  it("has words of letters and digits only", () => {
    assert.deepStrictEqual(wordsOf("Łódź, 100%_sure! Łódź"), ["lodz", "100", "sure"])
    assert.deepStrictEqual(wordsOf("%%% __ '"), [])
    assert.deepStrictEqual(wordsOf("हिन्दी 日本語"), [fold("हिन्दी"), "日本語"])
  })
})
