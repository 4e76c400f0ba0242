/** What a person decides about a list, and what a page shows of it. */
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import type { Role } from "~/effects/base/lists/columns"
import { type Decided, decidedReading, openQuestion, readingOf } from "~/effects/base/lists/ListReading"
import { differenceOf, listView, marksChoice, waysOf } from "~/effects/base/lists/listView"
import { sheetOfText } from "~/effects/base/lists/sheetOfText.server"

const sheetIn = (text: string) => Either.getOrThrow(sheetOfText(text))

describe("a person's decision", () => {
  const sheet = sheetIn("who;share;other\nA;1.000;7\nB;48;2.000")
  const roles: ReadonlyArray<Role> = ["account", "amount", "note"]
  const before = readingOf(sheet, { header: 1, roles })
  const decide = (changes: Partial<Decided>) =>
    decidedReading(sheet, before, { header: 1, roles, marks: null, hasRightLetters: false, ...changes })

  it("applies to the amounts that it was made for", () => {
    assert.strictEqual(openQuestion(before), "Choose how amounts are written.")
    assert.deepInclude(decide({ marks: "comma" }), { marks: "comma", isChosen: true })
    assert.isNull(openQuestion(decide({ marks: "comma" })))
    assert.isNull(decide({ marks: "comma", roles: ["account", "note", "amount"] }).marks)
    assert.isNull(decide({ marks: "comma", header: 0 }).marks)
  })

  it("has no effect if it is none of the possible ways", () => {
    assert.isNull(decide({ marks: "columns" }).marks)
  })

  it("about headings lets the headings name the columns", () => {
    const names = sheetIn("a list of ours\nvalue;account\n5;A")
    const first = readingOf(names, { header: 0, roles: ["account", "amount"] })
    const decided = { header: 2, roles: first.columns.roles, marks: null, hasRightLetters: false }
    assert.deepInclude(decidedReading(names, first, decided), {
      columns: { header: 2, roles: ["amount", "account"] },
      headings: ["value", "account"],
      marks: "point",
      isChosen: false
    })
  })
})

describe("what a page shows of a list", () => {
  it("is its first rows with every meaning, and what each way would add up to", () => {
    const lines = Array.from({ length: 9 }, (_, n) => `A${n};${n === 3 ? "2.500" : n + 1}`)
    const sheet = sheetIn(lines.join("\n"))
    const reading = readingOf(sheet)
    const view = listView(sheet, reading)
    assert.deepInclude(view, { count: 9, next: 7, unclear: 1, letters: [] })
    assert.deepStrictEqual(
      view.rows.flatMap(({ line, meanings }) => (meanings.length > 0 ? [[line, ...meanings]] : [])),
      [[4, "2.5", "2500"]]
    )
    assert.strictEqual(listView(sheet, reading, 7).rows[0]?.line, 8)
    const rows = (amount: bigint) => [
      { line: 1, who: "A0", amount: 10n ** 18n },
      { line: 4, who: "A3", amount: amount * 10n ** 17n },
      { line: 5, who: "A4", amount: null }
    ]
    const choices = [
      marksChoice(sheet, reading, "point", rows(25n)),
      marksChoice(sheet, reading, "comma", rows(25_000n))
    ]
    assert.deepStrictEqual(waysOf(sheet, reading), ["point", "comma"])
    assert.deepInclude(choices[0], {
      unclear: [{ line: 4, who: "A3", amount: AmountText.make("2.5") }],
      others: { count: 1, total: AmountText.make("1") },
      count: 2,
      total: AmountText.make("3.5")
    })
    assert.strictEqual(differenceOf(choices), "2497.5")
    assert.isNull(differenceOf(choices.slice(0, 1)))
  })
})
