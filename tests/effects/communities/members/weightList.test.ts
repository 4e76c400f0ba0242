/** Weights of many members as spreadsheets write them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { sheetOfText } from "~/effects/base/lists/sheetOfText.server"
import { sheetOfXlsx } from "~/effects/base/lists/sheetOfXlsx.server"
import { MAX_LINES, readWeightList } from "~/effects/communities/members/weightList"
import { textsOf, workbook } from "../../base/lists/workbook"

const isAccount = (text: string) => text.startsWith("account_")
const read = (text: string) => readWeightList(Either.getOrThrow(sheetOfText(text)), isAccount)
const only = (text: string) => {
  const { errors, lines } = read(text)
  return errors[0]?.message ?? lines[0]?.weight
}

describe("a list of weights", () => {
  it.each([
    ["account_a,7", 7],
    ['"account_a","7"', 7],
    ["account_a;1000", 1000],
    ["account_a\t0", 0],
    ["member,weight,account\nAna,5,account_a", 5],
    ["account_a;5,0", 5],
    ["account_a;1.000", "This could be 1 or 1000. Write 1 or 1000."],
    ["account_a,1,5", "This could be 1 or 1.5. Write 1 or 1.5."],
    ["account_a,1,Ana", "Two columns are expected: account and weight."],
    ["account_a;1.5", "The weight is not a whole number from 0 to 1,000."],
    ["account_a;1001", "The weight is not a whole number from 0 to 1,000."],
    ["account_a", "The weight is not a whole number from 0 to 1,000."],
    ["Ana;5", "Not an account address of this network."],
    ["account;note\naccount_a;5", "Name two columns: account and weight."]
  ])("has each weight in one way only: %s", (text, expected) => {
    assert.strictEqual(only(text), expected)
  })

  it("names the line of the sheet that is too many", () => {
    assert.deepStrictEqual(read("account_a,1\n".repeat(MAX_LINES + 1)).errors, [
      { line: MAX_LINES + 1, message: "At most 5,000 lines. Split the file." }
    ])
  })

  it.effect("may be a spreadsheet, whose rows are named", () =>
    Effect.gen(function* () {
      const rows = `${textsOf(["account", "weight"], ["account_a", "5"])}<row r="7"><c r="A7" t="inlineStr"><is><t>account_b</t></is></c><c r="B7"><v>2.5</v></c></row>`
      const sheet = yield* sheetOfXlsx(workbook({ list: rows }), null)
      assert.deepStrictEqual(readWeightList(sheet, isAccount), {
        lines: [{ line: 2, account: "account_a", weight: 5 }],
        errors: [{ line: 7, message: "The weight is not a whole number from 0 to 1,000." }]
      })
    })
  )
})
