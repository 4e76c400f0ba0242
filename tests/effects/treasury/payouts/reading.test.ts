/** Lists as people bring them: read on the server, asked about where they could mean two things, then checked. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { describeOnBothDatabases } from "../../../databases"
import { textsOf, workbook } from "../../base/lists/workbook"
import { counting } from "../../communities/founding/counting"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { replyOf, submitOn } from "./submit"
import { ADA, garden, person, world } from "./world"

const [ana, ben, cyd] = [person(0).account, person(1).account, person(2).account]

const csv = (text: string, name = "helpers.csv") => new File([text], name, { type: "text/csv" })
const xlsx = (rows: string) => new File([new Uint8Array(workbook({ list: rows }))], "helpers.xlsx")

describeOnBothDatabases("the list of a payout", (database) => {
  const Live = Layer.provideMerge(Idempotency.Default, world(database))

  const stage = Effect.gen(function* () {
    const place = yield* garden
    const submit = submitOn(place)
    const good = { intent: "create", title: "Helpers", resource: place.treasury.token ?? "", source: "csv", csv: "" }
    const bring = (file: File | string) =>
      submit("?new=1", typeof file === "string" ? { ...good, csv: file } : { ...good, file })
    const token = yield* signIn(ADA)
    const params = { id: place.community.id }
    const path = `/community/detail/${place.community.id}/tokenDistribution`
    const see = (search: string) =>
      Effect.map(visit(`${path}${search}`, distributionPage, { token, params }), ({ value }) => value)
    const seeRead = (search: string) =>
      Effect.map(see(search), (page) => (page.view === "read" ? page : assert.fail(`is ${page.view}`)))
    const seeRun = (search: string) =>
      Effect.map(see(search), (page) => (page.view === "run" ? page : assert.fail(`is ${page.view}`)))
    return { bring, path, params, place, submit, see, seeRead, seeRun, token }
  })

  it.effect("has nothing ready before somebody says what its amounts mean, and then stores what was said", () =>
    Effect.gen(function* () {
      const { bring, place, submit, seeRead, seeRun } = yield* stage
      const text = `wallet;member;share;for\n${ana};Ana;48;Water\n${ben};Ben;1.000;"Compost,\nall season"\n${cyd};Cyd;;x`
      assert.strictEqual(yield* bring(csv(text)), "")
      const asked = yield* seeRead("?d=1")
      assert.deepInclude(asked.run, { rowsTotal: 0, rowsReady: 0, total: AmountText.make("0") })
      assert.deepStrictEqual(
        asked.choices.map(({ marks, total, unclear }) => [
          marks,
          unclear[0]?.line,
          `${unclear[0]?.amount} of ${total}`
        ]),
        [
          ["point", 3, "1 of 49"],
          ["comma", 3, "1000 of 1048"]
        ]
      )
      assert.deepStrictEqual(asked.list.rows[1]?.meanings, ["1", "1000"])
      assert.deepStrictEqual(asked.problems, [
        { message: "Amounts that could mean two things", count: 1, lines: [3], isUnclear: true },
        { message: "The amount is missing", count: 1, lines: [5], isUnclear: false }
      ])
      for (const intent of ["accept", "pay"]) {
        assert.strictEqual(yield* submit("?d=1", { intent, version: "1" }), "Choose how amounts are written.")
      }
      const refused = yield* replyOf(place, "?d=1", { intent: "read-list", version: "1", "column-1": "note" })
      // Other columns leave the question open; the page shows them.
      assert.isNull(refused)
      const again = yield* replyOf(place, "?d=1", { intent: "read-list", version: "2", "column-1": "unused" })
      assert.isNull(again)
      const third = yield* replyOf(place, "?d=1", { intent: "read-list", version: "3" })
      assert.deepStrictEqual(third?.fields, { marks: "Choose how amounts are written." })
      assert.strictEqual(yield* submit("?d=1", { intent: "read-list", version: "3", marks: "comma" }), "")
      const checked = yield* seeRun("?d=1")
      assert.deepInclude(checked.run, { rowsTotal: 3, rowsReady: 2, rowsWrong: 1, total: AmountText.make("1048") })
      assert.deepInclude(checked.run.reading, { file: "helpers.csv", separator: ";", marks: "comma", isChosen: true })
      assert.deepStrictEqual(checked.run.reading?.headings, ["wallet", "member", "share", "for"])
      assert.strictEqual(checked.rows[1]?.note, "Compost, all season")
      assert.match(yield* submit("?d=1", { intent: "read-list", version: "3", marks: "point" }), /^Someone changed/)
      assert.strictEqual(yield* submit("?d=1", { intent: "read-list", version: "4", marks: "point" }), "")
      assert.strictEqual((yield* seeRun("?d=1")).run.total, "49")
    }).pipe(Effect.provide(Live))
  )

  it.effect("has the columns and headings that somebody names, each with one account and one amount", () =>
    Effect.gen(function* () {
      const { bring, submit, seeRead, seeRun } = yield* stage
      assert.strictEqual(yield* bring(`5,${ana},Water\n7,${ben},Compost`), "")
      assert.strictEqual((yield* seeRun("?d=1")).run.rowsWrong, 2)
      const fields = { intent: "read-list", version: "1", header: "0", "column-0": "amount", "column-1": "amount" }
      assert.strictEqual(yield* submit("?d=1&read=1", fields), "Choose one column for the account.")
      const right = { ...fields, "column-1": "account", intent: "read-again" }
      assert.strictEqual(yield* submit("?d=1&read=1", right), "")
      assert.deepStrictEqual((yield* seeRead("?d=1&read=1")).problems, [])
      assert.deepInclude((yield* seeRun("?d=1")).run, { rowsReady: 2, total: AmountText.make("12") })
      assert.strictEqual(yield* submit("?d=1", { intent: "read-list", version: "2", header: "1" }), "")
      assert.deepInclude((yield* seeRun("?d=1")).run, { rowsTotal: 1 })
    }).pipe(Effect.provide(Live))
  )

  it.effect("with letters that a file does not explain waits until somebody has seen them", () =>
    Effect.gen(function* () {
      const { bring, submit, seeRead, seeRun } = yield* stage
      const bytes = Uint8Array.from([...`${ana};1;Zo\u00eb`].map((letter) => letter.charCodeAt(0)))
      assert.strictEqual(yield* bring(new File([bytes], "bank.csv")), "")
      assert.deepStrictEqual((yield* seeRead("?d=1")).list.letters, ["Zo\u00eb"])
      const go = { intent: "read-list", version: "1", marks: "point" }
      assert.strictEqual(yield* submit("?d=1", go), "Say whether the letters of this file are right.")
      assert.strictEqual(yield* submit("?d=1", { ...go, letters: "right" }), "")
      assert.strictEqual((yield* seeRun("?d=1")).rows[0]?.note, "Zo\u00eb")
    }).pipe(Effect.provide(Live))
  )

  it.effect("is forgotten when the payout starts, while what was understood stays", () =>
    Effect.gen(function* () {
      const { bring, path, params, place, submit, token } = yield* stage
      const sql = yield* SqlClient.SqlClient
      const repo = yield* DistributionsRepo
      const distributions = yield* Distributions
      const sheets = Effect.map(sql`SELECT * FROM distribution_sheets`, ({ length }) => length)
      assert.strictEqual(yield* bring(csv(`account;e-mail;amount\n${ana};ana@a.example;1`)), "")
      const asked = yield* counting(visit(`${path}?d=1&read=1`, distributionPage, { token, params }))
      assert.isAtMost(asked.statements, 6)
      assert.strictEqual(yield* sheets, 1)
      const find = repo.findOrFail(place.community.id, 1)
      yield* distributions.accept(yield* find, false)
      yield* distributions.start(yield* find, 40, 1)
      assert.strictEqual(yield* sheets, 0)
      assert.deepStrictEqual((yield* find).reading?.headings, ["account", "e-mail", "amount"])
      assert.notStrictEqual(yield* submit("?d=1", { intent: "read-list", version: "1" }), "")
    }).pipe(Effect.provide(Live))
  )

  it.effect("that is odd is refused as a whole, and nothing is stored", () =>
    Effect.gen(function* () {
      const { bring, see } = yield* stage
      const far = '<row r="1"><c r="XFD1"><v>1</v></c></row>'
      const deep = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
      for (const [file, message] of [
        [csv(" \n\n"), "The list is empty."],
        [csv("account,amount,note\n"), "The list is empty."],
        [xlsx(""), "The list is empty."],
        [csv(",".repeat(1_000_000)), "At most 100 columns. Remove those that are not needed."],
        [xlsx(far), "At most 100 columns. Remove those that are not needed."],
        [xlsx(deep), "At most 200,000 lines. Split the file."],
        [csv("a,1\n".repeat(700_000)), "At most 200,000 lines. Split the file."],
        [csv(`${ana},1\n`.repeat(10_001)), "At most 10,000 rows. Split the file."],
        [csv("x".repeat(3_145_729)), "The list is larger than 3 MiB. Split it."],
        [
          xlsx(textsOf(["x".repeat(3_145_729)])),
          "The cells of this spreadsheet hold more than 3 MiB of text. Remove columns that are not needed."
        ],
        [csv('"nobody,1'), "A quotation mark in line 1 is not closed at the end of its field. Close it, or remove it."],
        [csv("\u0000PNG"), "This file is not a text. Save it as CSV (UTF-8) or as .xlsx."],
        [new File(["PK nothing"], "a.xlsx"), "This spreadsheet cannot be opened. Save it again as .xlsx, or as CSV."]
      ] as const) {
        assert.strictEqual(yield* bring(file), message)
      }
      const list = yield* see("")
      assert.strictEqual(list.view === "list" ? list.runs.length : -1, 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect("names what is wrong in each of its lines", () =>
    Effect.gen(function* () {
      const { bring, seeRun } = yield* stage
      const other = `account_rdx12${"8".repeat(50)}`
      const huge = "9".repeat(60)
      const wrong = (number: number) =>
        Effect.map(seeRun(`?d=${number}`), (page) => page.wrong.map(({ error, line }) => [line, error]))
      const mixed = `${ana},1\r\n${ben},${huge}\n${other},1\r${cyd},2026-12-01\n0x${"a".repeat(40)},1\n${ana},2`
      assert.strictEqual(yield* bring(csv(mixed)), "")
      assert.deepStrictEqual(yield* wrong(1), [
        [2, "More than the ledger can hold."],
        [3, "Address of another network."],
        [4, "This is a date, not an amount."],
        [5, "Address of another network."],
        [6, "Same account as line 1."]
      ])
      assert.strictEqual(yield* bring(csv(`${ana}\n${ben}`)), "")
      assert.deepStrictEqual(yield* wrong(2), [
        [1, "The amount is missing."],
        [2, "The amount is missing."]
      ])
      // A formula counts with its stored result, a date is one, and of merged cells only the first has a value.
      const account = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
      const sheet = `<row r="1">${account("A1", ana)}<c r="B1"><f>1+1</f><v>2</v></c></row>
        <row r="2">${account("A2", ben)}<c r="B2" s="1"><v>46357</v></c></row>
        <row r="3">${account("A3", cyd)}<c r="B3"/></row>`
      assert.strictEqual(yield* bring(xlsx(sheet)), "")
      assert.deepStrictEqual(yield* wrong(3), [
        [2, "This is a date, not an amount."],
        [3, "The amount is missing."]
      ])
      assert.strictEqual((yield* seeRun("?d=3")).run.total, "2")
    }).pipe(Effect.provide(Live))
  )
})
