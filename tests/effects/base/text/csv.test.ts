/** CSV as spreadsheets take it: amounts are numbers, texts never run as formulas, letters are UTF-8. */
import { assert, describe, it } from "@effect/vitest"
import { csvFile, csvLine } from "~/effects/base/text/csv"

describe("A line of CSV", () => {
  it("writes amounts as bare numbers, negative ones too", () => {
    assert.strictEqual(csvLine(["-12.5", "0.000000000000000001", 7, null, ""]), "-12.5,0.000000000000000001,7,,\r\n")
  })

  it.each(["=1+1", "+1", "-1-1", "- 5", "-", "@sum", "\tx", "\r=1", "＝1+1", "-1e5", "-.5", "-1,5"])(
    "guards %j, which a spreadsheet would run",
    (text) => {
      assert.match(csvLine([text]), /^"?'/)
    }
  )

  it.each(["a,b", "a;b", "a\tb", 'a "b"', "a\nb", " a", "a "])("quotes %j", (text) => {
    assert.strictEqual(csvLine([text]), `"${text.replaceAll('"', '""')}"\r\n`)
  })

  it("leaves other texts as they are, dates and hashes too", () => {
    assert.strictEqual(csvLine(["Żółć", "2026-11-26T10:00:00Z", "00ff"]), "Żółć,2026-11-26T10:00:00Z,00ff\r\n")
  })
})

it("A file begins with the byte-order mark, once", () => {
  assert.strictEqual(csvFile(["a", "b"], [{ a: "1", b: "ä" }]), "\uFEFFa,b\r\n1,ä\r\n")
})
