/** What a person decides about a list, and what a page shows of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import type { Role } from "~/effects/base/lists/columns"
import { type Decided, decidedReading, openQuestion, readingOf } from "~/effects/base/lists/ListReading"
import { differenceOf, listView, marksChoice, seenList } from "~/effects/base/lists/listView"

const sheetIn = (text: string) => Effect.runPromise(sheetOfText(text))
// Short lists are read in one portion, without waiting.
const now = Effect.runSync

describe("a person's decision", async () => {
  const sheet = await sheetIn("who;share;other\nA;1.000;7\nB;48;2.000")
  const roles: ReadonlyArray<Role> = ["account", "amount", "note"]
  const before = now(readingOf(sheet, { header: 1, roles }))
  const decide = (changes: Partial<Decided>) =>
    now(decidedReading(sheet, before, { header: 1, roles, marks: null, hasRightLetters: false, ...changes }))

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

  it("about headings lets the headings name the columns", async () => {
    const names = await sheetIn("a list of ours\nvalue;account\n5;A")
    const first = now(readingOf(names, { header: 0, roles: ["account", "amount"] }))
    const decided = { header: 2, roles: first.columns.roles, marks: null, hasRightLetters: false }
    assert.deepInclude(now(decidedReading(names, first, decided)), {
      columns: { header: 2, roles: ["amount", "account"] },
      headings: ["value", "account"],
      marks: "point",
      isChosen: false
    })
  })
})

describe("what a page shows of a list", () => {
  it("is its first rows with every meaning, and what each way would add up to", async () => {
    const lines = Array.from({ length: 9 }, (_, n) => `A${n};${n === 3 ? "2.500" : n + 1}`)
    const sheet = await sheetIn(lines.join("\n"))
    const reading = now(readingOf(sheet))
    const seen = now(seenList(sheet, reading))
    const view = listView(seen)
    assert.deepInclude(view, { count: 9, next: 7, unclear: 1, letters: [] })
    assert.deepStrictEqual(
      view.rows.flatMap(({ line, meanings }) => (meanings.length > 0 ? [[line, ...meanings]] : [])),
      [[4, "2.5", "2500"]]
    )
    assert.strictEqual(listView(seen, 7).rows[0]?.line, 8)
    const rows = (amount: bigint) => [
      { line: 1, who: "A0", amount: 10n ** 18n },
      { line: 4, who: "A3", amount: amount * 10n ** 17n },
      { line: 5, who: "A4", amount: null }
    ]
    const choices = [marksChoice(seen, "point", rows(25n)), marksChoice(seen, "comma", rows(25_000n))]
    assert.deepStrictEqual(seen.ways, ["point", "comma"])
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
