/** CSV as spreadsheets take it: amounts are numbers, texts never run as formulas, letters are UTF-8. */
import { assert, describe, it } from "@effect/vitest"
import { csvFile, csvLine } from "~/effects/base/text/csv"

describe("csvFile", () => {
  it("begins with the byte-order mark, keeps every text in its cell and lets none be a formula", () => {
    const rows = [
      { a: '=HYPERLINK("x")', b: 1 },
      { a: 'two\nlines, "quoted"', b: null }
    ]
    assert.strictEqual(
      csvFile(["a", "b"], rows),
      '\uFEFFa,b\r\n"\'=HYPERLINK(""x"")",1\r\n"two\nlines, ""quoted""",\r\n'
    )
  })

  it.each([
    ["-297.5", "-297.5"],
    ["-0.000000000000000001", "-0.000000000000000001"],
    ["297", "297"],
    ["-1+1", "'-1+1"],
    ["-1.", "'-1."],
    ["-1\n", '"\'-1\n"'],
    ["--1", "'--1"],
    ["-1e5", "'-1e5"],
    ["+1", "'+1"],
    ["=1", "'=1"],
    ["＝1", "'＝1"],
    ["@1", "'@1"],
    ["\t1", '"\'\t1"'],
    ["\r=1", '"\'\r=1"']
  ])("writes a plain number bare and guards what a spreadsheet would run: %j", (text, written) => {
    assert.strictEqual(csvFile(["a"], [{ a: text }]), `\uFEFFa\r\n${written}\r\n`)
  })

  it.each(["a,b", "a;b", "a\tb", 'a "b"', "a\nb", " a", "a "])(
    "quotes what a program could split or trim: %j",
    (text) => {
      assert.strictEqual(csvLine([text]), `"${text.replaceAll('"', '""')}"\r\n`)
    }
  )

  it("leaves other texts as they are, dates and hashes too", () => {
    assert.strictEqual(csvLine(["Żółć", "2026-11-26T10:00:00Z", "00ff"]), "Żółć,2026-11-26T10:00:00Z,00ff\r\n")
  })
})
