import { FastCheck as fc } from "effect"
import { assert, describe, test } from "vitest"
import { askedWords, indexedWords, isBegunBy, wordsLike } from "~/effects/base/text/searchWords"
import { runs } from "../../../sets"

const finds = (text: string, question: string) => isBegunBy(indexedWords(text), askedWords(question))

describe("the words of a search", () => {
  test.each([
    ["The Pump leaks", "pump", true],
    ["The Pump leaks", "PUM lea", true],
    ["The Pump leaks", "ump", false],
    ["Łódź und Straße", "lodz strasse", true],
    ["Renée", "renee", true],
    ["насос протекает", "НАСОС", true],
    ["المضخة تسرب", "المض", true],
    ["新しいポンプを買う投票", "投票", true],
    ["新しいポンプを買う投票", "ポンプ", true],
    ["新しいポンプを買う投票", "票", true],
    ["新しいポンプを買う投票", "結果", false],
    ["vote12 of 3.5 XRD", "3 xrd vote12", true],
    ["", "pump", false]
  ])("of “%s” are found by “%s”: %s", (text, question, isFound) => {
    assert.strictEqual(finds(text, question), isFound)
  })

  test("of signs alone are none", () => {
    assert.deepEqual(askedWords(`"* AND (-) ' OR NEAR/2 %_ ;--`), ["and", "or", "near", "2"])
    assert.deepEqual(askedWords(`"*():^'%_;--`), [])
  })

  test("are nothing but letters and digits, whatever is typed", () => {
    fc.assert(
      fc.property(fc.fullUnicodeString({ maxLength: 300 }), (text) => {
        const words = [...askedWords(text), ...indexedWords(text), ...askedWords(text).slice(0, 1).flatMap(wordsLike)]
        assert.isTrue(words.every((word) => /^[\p{L}\p{N}]{1,41}$/u.test(word)))
        assert.isTrue(finds(text, text) || askedWords(text).length === 0)
      }),
      { numRuns: runs(200, 2_000) }
    )
  })
})

describe("words like a word", () => {
  test.each([
    ["pmup", "pump", "two letters exchanged"],
    ["pum", "pump", undefined],
    ["pumq", "pump", "a wrong letter"],
    ["grenhouse", "greenhouse", "a missing letter"],
    ["pumpx", "pump", "an additional letter"],
    ["насис", "насос", "a wrong letter of another alphabet"],
    ["heater", "pump", undefined]
  ])("for %s contain %s if there is %s", (typed, meant, mistake) => {
    assert.strictEqual(wordsLike(typed).includes(meant), mistake !== undefined)
  })
})
