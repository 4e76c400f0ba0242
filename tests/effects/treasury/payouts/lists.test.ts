/** Reading lists, checking rows, dividing pools and cutting batches, without a world. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import { wrongRule } from "~/effects/treasury/payouts/forms"
import { amountsOf } from "~/effects/treasury/payouts/list/amounts"
import { batchesOf } from "~/effects/treasury/payouts/list/batches"
import * as Rows from "~/effects/treasury/payouts/list/checkRows"
import { payLines } from "~/effects/treasury/payouts/list/payList"
import { shareByWeight, shareEqually } from "~/effects/treasury/payouts/list/shares"
import { formatAmount, ONE } from "~/ledger/index"
import { accountOf, signer } from "../../../ledger/signing"

const { amountIn, sumsOf } = Rows

const readPayList = (text: string) => Effect.runPromise(Effect.flatMap(sheetOfText(text), (sheet) => payLines(sheet)))

const [ADA, BEN, CYD, DAN] = [1, 2, 3, 4].map((seed) => accountOf(signer(seed)))
const TREASURY = accountOf(signer(9))
const against: Rows.Against = { divisibility: 2, own: [TREASURY] }

// Short lists are checked in one portion, without waiting.
const checkRows = (rows: ReadonlyArray<Rows.Unchecked>, by = against) => Effect.runSync(Rows.checkRows(rows, by))
type Checked = ReturnType<typeof checkRows>
const addUpDuplicates = (rows: Checked) => checkRows(Rows.addUpDuplicates(rows))
const dropLater = (rows: Checked) => checkRows(Rows.dropLater(rows))
const excludeWrong = (rows: Checked) => checkRows(Rows.excludeWrong(rows))
const mendRows = (rows: Checked, changes: Parameters<typeof Rows.mendRows>[1], by = against) =>
  checkRows(Rows.mendRows(rows, changes), by)
const other = `account_rdx1${"q".repeat(54)}`

const line = (account: string | undefined, amount: string) => `${account};${amount}`
const j5 = [
  line(ADA, "40"),
  line(BEN, "1,5"),
  line(CYD, "40"),
  line(ADA, "25"),
  line(other, "40"),
  line(DAN, "32.5"),
  line(accountOf(signer(5)), "40")
].join("\n")

describe("a pasted list", () => {
  it("is separated by comma, semicolon or tab, with header, byte-order mark, blank lines and notes", async () => {
    for (const [separator, name] of [
      [",", "comma"],
      [";", "semicolon"],
      ["\t", "tab"]
    ] as const) {
      const text = `\uFEFFaccount${separator}amount${separator}note\r\n\r\n${ADA}${separator} 1.5 ${separator}"for ""it"""\r\n${BEN}${separator}2\n`
      assert.deepStrictEqual(
        await readPayList(text),
        [
          { line: 3, account: ADA ?? "", amount: "1.5", note: 'for "it"' },
          { line: 4, account: BEN ?? "", amount: "2", note: "" }
        ],
        name
      )
    }
  })

  // Text under test, without and with a header; the stored amount, and why it is not paid.
  it.each([
    [";1.000", "1.000", "This could be 1 or 1000. Write 1 or 1000."],
    [",1.000", "1.000", "This could be 1 or 1000. Write 1 or 1000."],
    ["\t12.345", "12.345", "This could be 12.345 or 12345. Write 12.3450 or 12345."],
    [";1,234", "1,234", "This could be 1.234 or 1234. Write 1.2340 or 1234."],
    [',"1,234"', "1,234", "This could be 1.234 or 1234. Write 1.2340 or 1234."],
    [",1,5", "1,5", "This could be 1 or 1.5. Write 1 or 1.5."],
    [",1,5,for it", "1,5", "This could be 1 or 1.5. Write 1 or 1.5."],
    [",2500,40", "2500,40", "This could be 2500 or 2500.4. Write 2500 or 2500.4."],
    [",1,234", "1,234", "This could be 1, 1.234 or 1234. Write 1, 1.2340 or 1234."],
    [",1,234.50", "1,234.50", "This could be 1 or 1234.5. Write 1 or 1234.5."],
    [",1,234,567.50", "1,234,567.50", "This could be 1, 1.234 or 1234567.5. Write 1, 1.2340 or 1234567.5."],
    [",12,34,567", "12,34,567", "This could be 12, 12.34 or 1234567. Write 12, 12.34 or 1234567."],
    [";1 5", "1 5", "Amount is not a number."],
    [";2026-12-01", "2026-12-01", "This is a date, not an amount."],
    [";", "", "The amount is missing."],
    [";1e3", "1e3", "Amount is not a number."],
    [";+5", "+5", "Amount is not a number."],
    [";\u0661\u0662", "\u0661\u0662", "Amount is not a number."],
    [";\uff11\uff12", "\uff11\uff12", "Amount is not a number."],
    [";.5", ".5", "Amount is not a number."],
    [`;${"0".repeat(120)}12`, `${"0".repeat(120)}…`, "Amount is not a number."]
  ])("explains what can be read in two ways or in none, and refuses it: %s", async (rest, amount, error) => {
    const wide = { ...against, divisibility: 18 }
    const separator = rest[0]
    for (const header of ["", `account${separator}amount\n`, `account${separator}amount${separator}note\n`]) {
      const [row, ...others] = checkRows(await readPayList(`${header}${ADA}${rest}`), wide)
      assert.deepInclude(row, { amount, error, state: "error" }, header)
      assert.lengthOf(others, 0)
    }
  })

  it.each([
    [",1,,", "1", ""],
    [",0.125", "0.125", ""],
    [",1234.567", "1234.567", ""],
    [",1.5,2026", "1.5", "2026"],
    [",1,2026 harvest", "1", "2026 harvest"],
    [',1,"5"', "1", "5"],
    [',"1",5', "1", "5"],
    [";1;5", "1", "5"],
    ["\t1\t5", "1", "5"],
    [',1,"two\nlines, one note"', "1", "two lines, one note"],
    [";1.000,50", "1000.50", ""],
    [";12,00;for it", "12.00", "for it"],
    [';"1,234.50"', "1234.50", ""],
    [";1'000", "1000", ""],
    [";1\u00a0000,5", "1000.5", ""]
  ])("reads what can be read in one way: %s", async (rest, amount, note) => {
    const rows = checkRows(await readPayList(`${ADA}${rest}\n${BEN}${rest}`), { ...against, divisibility: 18 })
    assert.deepStrictEqual(
      rows.map((row) => [row.account, row.amount, row.note, row.error]),
      [ADA, BEN].map((account) => [account, amount, note, null])
    )
  })

  it("takes the amount from the column that the header names, and pays no other token", async () => {
    const rows = checkRows(await readPayList(`account;shares;amount\n${ADA};10;250`))
    assert.deepInclude(rows[0], { amount: "250", error: null })
    const safe = await Effect.runPromise(
      sheetOfText(
        `token_type,token_address,receiver,amount,id\nerc20,one,${ADA},2,\nnative,,${BEN},3,\nerc20,two,${CYD},4,`
      )
    )
    const read = checkRows(Effect.runSync(payLines(safe, null, "one")))
    const again = mendRows(read, new Map([[4, { amount: "5" }]]))
    for (const checked of [read, again]) {
      assert.deepStrictEqual(
        checked.map(({ account, error }) => [account, error]),
        [
          [ADA ?? "", null],
          [BEN ?? "", null],
          [CYD ?? "", "This line pays another token."]
        ]
      )
    }
  })

  it("leaves an ambiguous amount open through other corrections until it is rewritten clearly", async () => {
    const rows = checkRows(await readPayList(`${ADA};1.000\nnobody;2`), { ...against, divisibility: 18 })
    const wide = { ...against, divisibility: 18 }
    const mend = (amount: string, from = rows) =>
      mendRows(
        from,
        new Map([
          [1, { account: ADA ?? "", amount }],
          [2, { account: BEN ?? "", amount: "2" }]
        ]),
        wide
      )
    assert.deepStrictEqual(
      mend("1.000").map(({ state }) => state),
      ["error", "valid"]
    )
    assert.strictEqual(mend("2.000")[0]?.error, "This could be 2 or 2000. Write 2 or 2000.")
    assert.deepInclude(mend("1000", mend("2.000"))[0], { state: "valid", error: null, amount: "1000" })
    assert.deepStrictEqual(await readPayList(" \n\n"), [])
  })

  it("is read without failing, whatever it contains, with each line's number", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        const read = Effect.flatMap(sheetOfText(text), (sheet) => payLines(sheet))
        const lines = await Effect.runPromise(Effect.orElseSucceed(read, () => []))
        for (let at = 1; at < lines.length; at++) {
          assert.isAbove(lines[at]?.line ?? 0, lines[at - 1]?.line ?? 0)
        }
      })
    )
  })
})

describe("the check of a list", () => {
  it("explains every problem", async () => {
    const rows = checkRows(
      await readPayList(
        [
          "nobody,1",
          `${other},1`,
          `${ADA},x`,
          `${BEN},0`,
          `${CYD},-1`,
          `${DAN},0.001`,
          `${ADA},1`,
          `${TREASURY},1`,
          `${accountOf(signer(6))},1.50`
        ].join("\n")
      ),
      against
    )
    assert.deepStrictEqual(
      rows.map(({ error }) => error),
      [
        "Not an account address.",
        "Address of another network.",
        "Amount is not a number.",
        "Amount must be above 0.",
        "Amount must be above 0.",
        "More than 2 decimals.",
        "Same account as line 3.",
        "Community's own account.",
        null
      ]
    )
  })

  it("adds up duplicates, corrects an amount and omits wrong lines, which leaves 5 recipients and their sum", async () => {
    const rows = checkRows(await readPayList(j5))
    assert.deepStrictEqual(
      rows.flatMap(({ error, line: at }) => (error === null ? [] : [[at, error]])),
      [
        [2, "Amount is not a number."],
        [4, "Same account as line 1."],
        [5, "Address of another network."]
      ]
    )
    const added = addUpDuplicates(rows)
    assert.deepInclude(added[0], { amount: "65", state: "valid" })
    assert.deepInclude(added[3], { state: "excluded", error: "Added to line 1." })
    const mended = mendRows(added, new Map([[2, { amount: "1.5" }]]))
    const done = excludeWrong(mended)
    const sums = sumsOf(done)
    assert.deepInclude(sums, { ready: 5, wrong: 0, excluded: 2 })
    assert.strictEqual(formatAmount(sums.total), "179")
  })

  it("removes later duplicates and keeps the first", async () => {
    const rows = dropLater(checkRows(await readPayList(j5)))
    assert.deepInclude(rows[0], { amount: "40", state: "valid" })
    assert.deepInclude(rows[3], { state: "excluded" })
  })

  it("changes no sum by adding up, whatever the rows", async () => {
    const row = fc.tuple(fc.constantFrom(ADA, BEN, CYD), fc.integer({ min: 1, max: 99_999 }))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (given) => {
        const text = given.map(([account, cents]) => `${account};${cents / 100}`).join("\n")
        const rows = checkRows(await readPayList(text))
        const all = rows.reduce((sum, each) => sum + (amountIn(each) ?? assert.fail()), 0n)
        const sums = sumsOf(addUpDuplicates(rows))
        assert.strictEqual(sums.total, all)
        assert.strictEqual(sums.ready, new Set(given.map(([account]) => account)).size)
        assert.strictEqual(sums.wrong, 0)
      })
    )
  })
})

describe("shares", () => {
  it("round 1,000 among 7 with 2 decimals down to 142.85 each, and 0.05 remains", () => {
    const accounts = Array.from({ length: 7 }, (_, index) => accountOf(signer(20 + index)))
    const { remainder, shares } = shareEqually(1000n * ONE, accounts, 2)
    assert.isTrue(shares.every(({ amount }) => formatAmount(amount) === "142.85"))
    assert.strictEqual(formatAmount(remainder), "0.05")
  })

  it("add up to the pool with the remainder, and nobody gets more than their part", () => {
    const weights = fc.array(fc.bigInt(0n, 10n ** 24n), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), weights, fc.integer({ min: 0, max: 18 }), (pool, given, divisibility) => {
        const all = given.reduce((sum, weight) => sum + weight, 0n)
        const pairs = given.map((weight, index) => [String(index), weight] as const)
        const { remainder, shares } = shareByWeight(pool, pairs, divisibility)
        assert.strictEqual(
          shares.reduce((sum, { amount }) => sum + amount, remainder),
          pool
        )
        assert.isTrue(remainder >= 0n)
        for (const { account, amount } of shares) {
          assert.isTrue(amount * all <= pool * (given[Number(account)] ?? 0n))
          assert.strictEqual(amount % 10n ** BigInt(18 - divisibility), 0n)
        }
      })
    )
  })
})

describe("batches", () => {
  it("contain each row once, in order, and add up to the plan", () => {
    const amounts = fc.array(fc.bigInt(1n, 10n ** 24n), { maxLength: 300 })
    fc.assert(
      fc.property(amounts, fc.constantFrom(5, 10, 20, 40), (given, size) => {
        const rows = given.map((amount, index) => ({ line: index + 1, account: String(index), amount }))
        const batches = batchesOf(rows, size)
        assert.deepStrictEqual(
          batches.flatMap((batch) => batch.rows),
          rows
        )
        assert.isTrue(batches.every((batch) => batch.rows.length <= size && batch.rows.length > 0))
        const sum = batches.reduce((all, batch) => all + batch.sum, 0n)
        assert.strictEqual(
          sum,
          given.reduce((all, amount) => all + amount, 0n)
        )
      })
    )
  })
})

describe("a payout rule", () => {
  it("requires an amount above zero in the token's decimals, and a proposal if voters are paid", () => {
    const form = {
      title: "Harvest",
      source: "rule",
      csv: "",
      who: "all",
      role: "member",
      proposal: "",
      how: "equal"
    } as const
    const wrong = (change: object) => wrongRule({ ...form, ...change } as Parameters<typeof wrongRule>[0], 2)
    for (const [pool, words] of [
      ["", "Amount is not a number."],
      ["ten", "Amount is not a number."],
      ["0", "Amount must be above 0."],
      ["1.001", "More than 2 decimals."]
    ] as const) {
      assert.deepStrictEqual(wrong({ pool }), { pool: words })
    }
    for (const pool of ["0.01", "1000"]) assert.deepStrictEqual(wrong({ pool }), {})
    const voters = { who: "voters", pool: "1" }
    assert.deepStrictEqual(wrong(voters), { proposal: "Enter the number of a proposal." })
    assert.deepStrictEqual(wrong({ ...voters, proposal: "07" }), { proposal: "Enter the number of a proposal." })
    assert.deepStrictEqual(wrong({ ...voters, proposal: "7" }), {})
    assert.deepStrictEqual(wrong({ source: "csv", pool: "" }), {})
  })
})

describe("the amounts of a payout", () => {
  it("are counted in six bars from the smallest to the largest, each once", () => {
    const of = (...amounts: ReadonlyArray<number>) => amountsOf(amounts.map((each) => BigInt(each) * (ONE / 1000n)))
    assert.isNull(of())
    assert.deepStrictEqual(of(2500, 2500), { smallest: "2.5", largest: "2.5", bins: [{ label: "2.5", count: 2 }] })
    const spread = of(13_009, 1009, 1500, 3100, 9100)
    assert.deepInclude(spread, { smallest: "1.009", largest: "13.009" })
    assert.deepStrictEqual(
      spread?.bins.map(({ count, label }) => [label, count]),
      [
        ["1", 2],
        ["3", 1],
        ["5", 0],
        ["7", 0],
        ["9", 1],
        ["11", 1]
      ]
    )
    // Bars that two decimals cannot distinguish are numbered.
    assert.deepStrictEqual(
      of(1000, 1001)?.bins.map(({ label }) => label),
      ["1", "2", "3", "4", "5", "6"]
    )
  })

  it("are each in one bar, however many and however close", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1 }), (amounts) => {
        const bins = amountsOf(amounts)?.bins ?? []
        assert.strictEqual(
          bins.reduce((sum, { count }) => sum + count, 0),
          amounts.length
        )
      })
    )
  })
})
