/** CSV files are read alike by two programs for RFC 4180, amounts as numbers, and JSON exports whole by two parsers. */
import { parse as csvParse } from "csv-parse/sync"
import { Chunk, Effect, FastCheck as fc, Option, Stream } from "effect"
import { type ParseError, parse as parseJson, printParseErrorCode } from "jsonc-parser"
import papa from "papaparse"
import { assert, describe, test } from "vitest"
import { jsonInParts } from "~/effects/base/remix/download.server"
import { csvFile } from "~/effects/base/text/csv"
import { recordLine, recordsHeader } from "~/effects/governance/votes/elections/records"

type Row = Readonly<Record<string, string>>

const byCsvParse = (text: string): ReadonlyArray<Row> => csvParse(text, { columns: true, bom: true })

/** Tells also what Papa Parse guesses: the separator, and whether anything was odd. */
const byPapaParse = (text: string): ReadonlyArray<Row> => {
  const { data, errors, meta } = papa.parse<Row>(text, { header: true, skipEmptyLines: true })
  assert.deepStrictEqual(errors, [])
  assert.strictEqual(meta.delimiter, ",")
  return data
}

const both = (text: string): ReadonlyArray<Row> => {
  const read = byCsvParse(text)
  assert.deepStrictEqual(byPapaParse(text), read)
  return read
}

describe("an export for spreadsheets", () => {
  test("has amounts that are numbers, and texts that are none", () => {
    const columns = ["account", "amount", "note"]
    const text = csvFile(columns, [
      { account: "account_tdx_2_a", amount: "-12.5", note: "=HYPERLINK(0)" },
      { account: "account_tdx_2_b", amount: "0.000000000000000001", note: "two\r\nlines, a; b" },
      { account: "account_tdx_2_c", amount: 7, note: 'Größe "L" ' }
    ])
    assert.deepStrictEqual(both(text), [
      { account: "account_tdx_2_a", amount: "-12.5", note: "'=HYPERLINK(0)" },
      { account: "account_tdx_2_b", amount: "0.000000000000000001", note: "two\r\nlines, a; b" },
      { account: "account_tdx_2_c", amount: "7", note: 'Größe "L" ' }
    ])
    const { data } = papa.parse<{ readonly amount: unknown }>(text, { header: true, dynamicTyping: true })
    assert.deepStrictEqual(
      data.slice(0, 3).map(({ amount }) => amount),
      [-12.5, 1e-18, 7]
    )
    const cast: ReadonlyArray<{ readonly amount: unknown }> = csvParse(text, { columns: true, bom: true, cast: true })
    assert.deepStrictEqual(
      cast.map(({ amount }) => amount),
      [-12.5, 1e-18, 7]
    )
  })

  test("is Unicode, by the mark that Excel looks for", () => {
    const bytes = new TextEncoder().encode(csvFile(["name"], [{ name: "Łódź" }]))
    assert.deepStrictEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf])
  })

  test("keeps any texts, in columns of any number", () => {
    const cell = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (lines) => {
        const rows = lines.map(([a, b, c]) => ({ first: `a${a}`, second: `b${b}`, third: `c${c}` }))
        assert.deepStrictEqual(both(csvFile(["first", "second", "third"], rows)), rows)
      }),
      { numRuns: 500 }
    )
  })

  test("has a column for each rank of an election", () => {
    const rules = {
      voteType: "ranked" as const,
      choices: [
        { key: "a", label: "Ødegård, Åse", note: "" },
        { key: "b", label: "=Bo", note: "" }
      ]
    }
    const rows = [
      { seq: 1, counted: "2.5", choice: ["b", "a"] },
      { seq: 2, counted: "1", choice: ["a"] }
    ]
    const asRules = { ...rules, title: "Board", seats: null }
    const text = recordsHeader(asRules) + rows.map((row) => recordLine(asRules, row)).join("")
    assert.deepStrictEqual(both(text), [
      { ballot: "1", weight: "2.5", rank1: "'=Bo", rank2: "Ødegård, Åse" },
      { ballot: "2", weight: "1", rank1: "Ødegård, Åse", rank2: "" }
    ])
  })
})

/** By a parser that is not the engine's own, without what it allows beyond JSON. */
const byJsoncParser = (text: string): unknown => {
  const errors: Array<ParseError> = []
  const value: unknown = parseJson(text, errors, { disallowComments: true, allowTrailingComma: false })
  assert.deepStrictEqual(
    errors.map(({ error, offset }) => `${printParseErrorCode(error)} at ${offset}`),
    []
  )
  return value
}

test("An export in JSON is one value for two parsers, whatever its texts contain", () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })), { maxLength: 5 }), (rows) => {
      const parts = Stream.unfoldChunk(rows, (left) =>
        left.length === 0 ? Option.none() : Option.some([Chunk.of(left.slice(0, 2)), left.slice(2)] as const)
      )
      const text = Effect.runSync(Stream.mkString(jsonInParts({ schema: "rows/1" }, "rows", parts)))
      const expected = JSON.parse(JSON.stringify({ schema: "rows/1", rows }))
      assert.deepEqual(JSON.parse(text), expected)
      assert.deepEqual(byJsoncParser(text), expected)
    })
  )
})
