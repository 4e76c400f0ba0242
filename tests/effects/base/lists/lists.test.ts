/** Reading lists as they are brought: separators, quotes, letters, columns and ways of writing amounts. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc } from "effect"
import { separatorOf, sheetOfText, textOfFile } from "~/effects/base/lists/broughtSheet.server"
import { columnsOf, columnsProblem, columnsWith } from "~/effects/base/lists/columns"
import { choicesOf, isUnclear, type Marks, marksOf, meaningsOf, readingsOf } from "~/effects/base/lists/marks"
import type { Separator, Sheet } from "~/effects/base/lists/Sheet"

const sheet = (text: string): Promise<Sheet> => Effect.runPromise(sheetOfText(text))
const cells = async (text: string) => (await sheet(text)).rows.map((row) => [row.line, ...row.cells])
const problem = (text: string): Promise<string | null> =>
  Effect.runPromise(Effect.match(sheetOfText(text), { onFailure: ({ message }) => message, onSuccess: () => null }))

describe("a text", () => {
  it("keeps quoted separators, quotation marks and line breaks in their cell, and counts lines as an editor does", async () => {
    assert.deepStrictEqual(await cells('\uFEFFa,"b ""c"", d"\r\n\r\n"two\r\nlines", "q" ,5" pipe\n e ,f\rg,h'), [
      [1, "a", 'b "c", d'],
      [3, "two lines", "q", '5" pipe'],
      [5, "e", "f"],
      [6, "g", "h"]
    ])
  })

  it.each([
    ["a,b", ","],
    ["a;1,5", ";"],
    ["a\t1;5", "\t"],
    ['"Doe, Jane";5', ";"],
    ["Account statement\n\nname;amount", ";"],
    [`account_tdx_2_1${"q".repeat(50)} 1,5`, " "],
    [`account_tdx_2_1${"q".repeat(50)}=15`, "="],
    [`account_tdx_2_1${"q".repeat(50)} , 15`, ","],
    ["one column", ","]
  ] as const)("is separated by what comes first: %s", (text, separator) => {
    assert.strictEqual(separatorOf(text), separator)
  })

  it("is refused with an unclosed quotation mark, naming the line where its row begins", async () => {
    for (const [text, line] of [
      ['a,1,"for it\nb,2', 1],
      ['a,1\n\nb,2,"two\nlines" more\nc,3', 3]
    ] as const) {
      assert.strictEqual(
        await problem(text),
        `A quotation mark in line ${line} is not closed at the end of its field. Close it, or remove it.`
      )
    }
  })

  it("is refused with too many columns, also if it is one line of them", async () => {
    assert.strictEqual(await problem(",".repeat(1_000_000)), "At most 100 columns. Remove those that are not needed.")
    assert.isNull(await problem(",".repeat(99)))
  })

  it("written and read again is the same, with any separator", async () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replace(/\s+/g, " ").trim())
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n", "\r"),
        async (given, separator, end) => {
          const text = [
            "head",
            ...given.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))
          ]
          text[0] = `head${separator}`
          assert.deepStrictEqual(
            (await sheet(text.join(end))).rows.slice(1).map((row) => row.cells),
            given
          )
        }
      )
    )
  })

  it("is read without failing, whatever it contains, in ascending lines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        const read = await Effect.runPromise(Effect.either(sheetOfText(text)))
        const lines = Either.isRight(read) ? read.right.rows.map(({ line }) => line) : []
        assert.deepStrictEqual(
          lines,
          [...new Set(lines)].sort((one, other) => one - other)
        )
      })
    )
  })
})

describe("a file", () => {
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = [...`\uFEFF${text}`].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
    })
    return new Uint8Array(bytes)
  }

  it("is UTF-8, or UTF-16 with a mark, else said to be Western European", () => {
    for (const [bytes, encoding] of [
      [new TextEncoder().encode("Zoë;1,5"), "utf-8"],
      [utf16("Zoë;1,5", true), "utf-16le"],
      [utf16("Zoë;1,5", false), "utf-16be"],
      [Uint8Array.from([..."Zoë;1,5"].map((letter) => letter.charCodeAt(0))), "windows-1252"]
    ] as const) {
      const read = Either.getOrThrow(textOfFile(bytes))
      assert.deepStrictEqual([read.text.replace("\uFEFF", ""), read.encoding], ["Zoë;1,5", encoding])
    }
  })

  it("that is not a text is refused, such as a picture or UTF-16 without a mark", () => {
    for (const bytes of [utf16("a;1", true).subarray(2), Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 255])]) {
      assert.isTrue(Either.isLeft(textOfFile(bytes)))
    }
  })
})

describe("columns", () => {
  it.each([
    ["account,amount,note", ["account", "amount", "note"]],
    ["receiver,value", ["account", "amount"]],
    ["token_type,token_address,receiver,amount,id", ["unused", "token", "account", "amount", "unused"]],
    ["wallet;member;share;for", ["account", "unused", "amount", "note"]],
    ["account;shares;amount", ["account", "unused", "amount"]],
    ["Empfänger;Betrag (EUR);Verwendungszweck", ["account", "amount", "note"]],
    ["Name\tSumme", ["account", "amount"]],
    ["Buchungstag;Auftraggeber / Begünstigter;Betrag;Währung", ["unused", "account", "amount", "unused"]],
    ["Wertstellung;Beguenstigter/Zahlungspflichtiger;Umsatz in EUR", ["unused", "account", "amount"]],
    ["address,amount\na,1,extra", ["account", "amount", "note"]]
  ] as const)("are found by their headings: %s", async (text, roles) => {
    assert.deepStrictEqual(columnsOf(await sheet(`${text}\n`)), { header: 1, roles })
  })

  it("have headings below the lines about the account", async () => {
    const text = "Statement of\t1 May\nPrinted\tby us\n\nname\tamount\nAda\t5"
    assert.deepStrictEqual(columnsOf(await sheet(text)), { header: 4, roles: ["account", "amount"] })
  })

  it("without headings are account, amount and notes, and a first payment is never taken for headings", async () => {
    for (const text of ["account_tdx_2_1qq,1,for it", "Ada,ten,x", "name,5,x", "amount,account_x,note"]) {
      assert.deepStrictEqual(columnsOf(await sheet(text)), { header: 0, roles: ["account", "amount", "note"] }, text)
    }
    assert.deepStrictEqual(columnsOf(await sheet("alone")), { header: 0, roles: ["account", "amount"] })
  })

  it("follow the headings that the person names, or none", async () => {
    const list = await sheet("account,amount\nwho,how much\nAda,1")
    assert.deepStrictEqual(columnsWith(list, 2), { header: 2, roles: ["account", "amount"] })
    assert.deepStrictEqual(columnsWith(list, 0), { header: 0, roles: ["account", "amount"] })
    assert.deepStrictEqual(columnsWith(list, 77), { header: 0, roles: ["account", "amount"] })
  })

  it("are complete with one account and one amount", async () => {
    assert.isNull(columnsProblem({ header: 0, roles: ["note", "account", "amount", "note"] }))
    assert.strictEqual(columnsProblem({ header: 0, roles: ["amount"] }), "Choose one column for the account.")
    assert.strictEqual(
      columnsProblem({ header: 0, roles: ["account", "amount", "amount"] }),
      "Choose one column for the amount."
    )
  })
})

const readings = async (text: string, separator: Separator = ";") => {
  const [row] = (await sheet(`who${separator}${text}`)).rows
  return readingsOf(row ?? assert.fail(), 1, separator)
}
const meanings = async (text: string, separator: Separator = ";") => meaningsOf(await readings(text, separator))

describe("an amount", () => {
  it.each([
    ["1", ["1"]],
    ["0.125", ["0.125"]],
    ["1234.567", ["1234.567"]],
    ["1,5", ["1.5"]],
    ["12,00", ["12"]],
    ["0,125", ["0.125"]],
    ["1.234,50", ["1234.5"]],
    ["1,234.50", ["1234.5"]],
    ["1.000.000", ["1000000"]],
    ["12,34,567", ["1234567"]],
    ["1 234,50", ["1234.5"]],
    ["1\u00a0000", ["1000"]],
    ["1'234.50", ["1234.5"]],
    ["1.000", ["1", "1000"]],
    ["1,234", ["1234", "1.234"]],
    ["12.345", ["12.345", "12345"]],
    ["ten", []],
    ["1e3", []],
    ["+5", []],
    [".5", []],
    ["1.", []],
    ["12 34", []],
    ["1,23,4", []],
    ["\u0661", []],
    ["1".repeat(121), []]
  ] as const)("means what it can mean: %s", async (text, expected) => {
    assert.deepStrictEqual(await meanings(text), expected)
  })

  it.each([
    [",1,5", ["1", "1.5"]],
    [",1,5,for it", ["1", "1.5"]],
    [",1,234", ["1", "1234", "1.234"]],
    [",1,234.50", ["1", "1234.5"]],
    [",1,234,567.50", ["1", "1234567.5", "1.234"]],
    [",1.000,50", ["1", "1000.5"]],
    [",2500,40", ["2500", "2500.4"]],
    [",1.5,2026", ["1.5"]],
    [",1,0", ["1"]],
    [',1,"5"', ["1"]],
    [',"1",5', ["1"]],
    [',"1,234"', ["1234", "1.234"]],
    [',"1,234.50"', ["1234.5"]],
    [",1,,", ["1"]],
    [",1,2026 harvest", ["1"]]
  ] as const)("may have been torn apart by a comma between columns: %s", async (text, expected) => {
    assert.deepStrictEqual(await meanings(text.slice(1), ","), expected)
  })

  it("of a spreadsheet's number cell means one thing", () => {
    const row = { line: 1, cells: ["who", "1.234"], numbers: [1] }
    assert.deepStrictEqual(meaningsOf(readingsOf(row, 1, null)), ["1.234"])
  })

  it("written with either mark is among its meanings, and is its only one unless three digits follow one mark", async () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
    await fc.assert(
      fc.asyncProperty(cents, fc.integer({ min: 1, max: 6 }), fc.boolean(), async (whole, places, isComma) => {
        const [thousands, mark] = isComma ? [".", ","] : [",", "."]
        const part = "1".repeat(places)
        const text = `${String(whole).replace(/\B(?=(\d{3})+$)/g, thousands)}${mark}${part}`
        const found = await meanings(text)
        assert.include(found, `${whole}.${part}`)
        assert.strictEqual(found.length > 1, whole > 0n && whole < 1000n && places === 3)
      })
    )
  })
})

describe("a list's way of writing amounts", () => {
  const of = async (texts: ReadonlyArray<string>, separator: Separator = ";") => {
    const all = await Promise.all(texts.map((text) => readings(text, separator)))
    return [marksOf(all), choicesOf(all)] as const
  }

  it.each([
    [["48", "60"], "point", ["point", "comma"]],
    [["48", "1.5"], "point", ["point", "comma"]],
    [["12,00", "1.234,50"], "comma", ["point", "comma"]],
    // Both ways in one list: read with a point, and the others are errors with their lines.
    [["1.5", "1,5"], "point", ["point", "comma"]],
    [["48", "1,250"], null, ["point", "comma"]],
    // Even if another amount speaks for one of them.
    [["1.234,50", "1.000"], null, ["point", "comma"]]
  ] as ReadonlyArray<readonly [ReadonlyArray<string>, Marks | null, ReadonlyArray<Marks>]>)(
    "is certain only if no amount could mean two things: %s",
    async (texts, marks, choices) => {
      assert.deepStrictEqual(await of(texts), [marks, choices])
    }
  )

  it("may be that commas separate columns", async () => {
    assert.deepStrictEqual(await of(["1,5", "40"], ","), [null, ["comma", "columns"]])
    assert.deepStrictEqual(await of(["1,234.50"], ","), [null, ["point", "columns"]])
    assert.deepStrictEqual(await of(["1,234"], ","), [null, ["point", "comma", "columns"]])
    assert.deepStrictEqual(await of(["1.000"], ","), [null, ["point", "comma"]])
    assert.isTrue(isUnclear(await readings("1,5", ",")))
  })
})
