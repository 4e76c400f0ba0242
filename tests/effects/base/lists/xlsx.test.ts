/** Reading .xlsx files, well-made and hostile. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { strToU8, zipSync } from "fflate"
import { plainNumber, sheetOfXlsx } from "~/effects/base/lists/sheetOfXlsx.server"
import { textsOf, workbook } from "./workbook"

const read = (bytes: Uint8Array) => Effect.either(sheetOfXlsx(bytes, "list.xlsx"))
const refusal = (bytes: Uint8Array) =>
  Effect.map(read(bytes), (result) => (result._tag === "Left" ? result.left.message : assert.fail("was read")))

describe("a spreadsheet", () => {
  it.effect("gives texts, exact numbers, dates and blank rows their places", () =>
    Effect.gen(function* () {
      const cells = `<row r="2"><c r="A2" t="inlineStr"><is><t>two\nlines</t></is></c><c r="C2"><v>1234.5599999999999</v></c>
        <c r="D2" s="1"><v>46357</v></c></row>
        <row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5"><f>1+1</f><v>2</v></c></row>`
      const sheet = yield* sheetOfXlsx(workbook({ list: cells }), "list.xlsx")
      assert.deepStrictEqual(sheet, {
        file: "list.xlsx",
        separator: null,
        encoding: "utf-8",
        rows: [
          { line: 2, cells: ["two lines", "", "1234.56", "2026-12-01"], numbers: [2] },
          { line: 5, cells: ["true", "2", "", ""], numbers: [1] }
        ]
      })
    })
  )

  it.effect("with rows on several sheets is refused, with their names", () =>
    Effect.gen(function* () {
      const bytes = workbook({ May: textsOf(["a"]), Empty: "", June: textsOf(["b"]) })
      assert.strictEqual(yield* refusal(bytes), "This file has 2 sheets with rows: May, June. Keep one of them.")
    })
  )

  it.effect("that names the cell that cannot be read", () =>
    Effect.gen(function* () {
      const bytes = workbook({ list: '<row r="3"><c r="B3" t="s"><v>99</v></c></row>' })
      assert.match(yield* refusal(bytes), /^Cell B3 cannot be read\./)
    })
  )

  it.effect("that unpacks to more than 64 MB, or has far cells, is refused before it is read", () =>
    Effect.gen(function* () {
      const bomb = workbook({ list: `<!--${" ".repeat(70_000_000)}-->` })
      assert.isBelow(bomb.length, 200_000)
      assert.strictEqual(yield* refusal(bomb), "This spreadsheet is larger than 64 MB when it is unpacked. Split it.")
      const columns = "At most 100 columns. Remove those that are not needed."
      const far = (reference: string) => workbook({ list: `<row r="1"><c r="${reference}"><v>1</v></c></row>` })
      assert.strictEqual(yield* refusal(far("XFD1")), columns)
      assert.strictEqual(yield* refusal(far("CW1")), columns)
      assert.strictEqual((yield* sheetOfXlsx(far("CV1"), null)).rows.length, 1)
      assert.strictEqual(yield* refusal(workbook({ list: `<row>${"<c><v>1</v></c>".repeat(101)}</row>` })), columns)
      const deep = workbook({ list: '<row r="1048576"><c r="A1048576"><v>1</v></c></row>' })
      assert.strictEqual(yield* refusal(deep), "At most 200,000 lines. Split the file.")
    })
  )

  it.effect("that is none, is cut off or has no cells is refused with words or is empty", () =>
    Effect.gen(function* () {
      const damaged = "This spreadsheet cannot be opened. Save it again as .xlsx, or as CSV."
      assert.strictEqual(yield* refusal(zipSync({ "a.txt": strToU8("a") })), damaged)
      assert.strictEqual(yield* refusal(workbook({ list: textsOf(["a"]) }).subarray(0, 300)), damaged)
      assert.strictEqual(yield* refusal(strToU8("PK nothing")), damaged)
      assert.deepStrictEqual((yield* sheetOfXlsx(workbook({ list: "" }), null)).rows, [])
    })
  )
})

describe("a spreadsheet's number", () => {
  it.each([
    ["1", "1"],
    ["0", "0"],
    ["0.0", "0"],
    ["-12.50", "-12.5"],
    ["1.5E-3", "0.0015"],
    ["1E+20", "100000000000000000000"],
    ["1234.5599999999999", "1234.56"],
    ["0.30000000000000004", "0.3"],
    ["0.1", "0.1"],
    ["999999999999999.9", "1000000000000000"],
    ["1E-18", "0.000000000000000001"],
    ["1E+999", "1E+999"],
    ["x", "x"]
  ])("is plain decimal text with 15 significant digits: %s", (stored, plain) => {
    assert.strictEqual(plainNumber(stored), plain)
  })

  it("with at most 15 digits is what was typed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
        const typed = (digits / 10 ** places).toFixed(places)
        const plain = typed.includes(".") ? typed.replace(/\.?0+$/, "") : typed
        assert.strictEqual(plainNumber(String(Number(typed))), plain)
      })
    )
  })
})
