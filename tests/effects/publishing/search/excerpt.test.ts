import { assert, describe, test } from "vitest"
import { askedWords } from "~/effects/base/text/searchWords"
import { excerptOf, markedIn } from "~/effects/publishing/search/excerpt"

const excerpt = (text: string, question: string) =>
  excerptOf(text, askedWords(question))
    .map((part, n) => (n % 2 === 1 ? `[${part}]` : part))
    .join("")

describe("the excerpt of a result", () => {
  test.each([
    ["It rains. The **pumps** leak again! Nobody knows why.", "pump", "The [pumps] leak again!"],
    ["# Pump\n\n- [The pump](https://example.org/pump) of 2019", "2019", "The pump of [2019]"],
    ["Die Straße nach Łódź.", "strasse lodz", "Die [Straße] nach [Łódź]."],
    ["水泵坏了。我们投票决定。", "投票", "我们[投票]决定。"],
    ["Nothing of it is here. Second.", "pump", "Nothing of it is here."],
    ["", "pump", ""]
  ])("of %j for %s is %j", (text, question, expected) => {
    assert.strictEqual(excerpt(text, question), expected)
  })

  test("of a long sentence is its part around the word", () => {
    const long = `${"Before it were many words, ".repeat(20)}the pump, ${"and after it too, ".repeat(20)}`
    const shown = excerpt(long, "pump")
    assert.include(shown, "[pump]")
    assert.isAtMost(shown.length, 260)
    assert.isTrue(shown.startsWith("…") && shown.endsWith("…"))
  })

  test("marks every word that begins with a word of the question", () => {
    assert.deepEqual(markedIn("Pump, pumps and a Pumpkin", ["pump"]), [
      "",
      "Pump",
      ", ",
      "pumps",
      " and a ",
      "Pumpkin",
      ""
    ])
  })
})
