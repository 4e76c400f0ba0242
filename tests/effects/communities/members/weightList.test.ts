/** What is wrong in each line of a list of weights, as spreadsheets write them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import { openQuestion } from "~/effects/base/lists/ListReading"
import { listLines } from "~/effects/base/lists/listLines"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { sheetOfXlsx } from "~/effects/base/lists/sheetOfXlsx.server"
import { checkWeights, weightReadingOf } from "~/effects/communities/members/weightList"
import { demoAccount } from "~/effects/local/seed/accounts"
import { textsOf, workbook } from "../../base/lists/workbook"

const ANA = demoAccount("Ana")
const STRANGER = demoAccount("Nobody")
const ana = { account: ANA, name: "Ana", weight: 3 }
const members = (text: string) => (text === ANA || text === "Ana" ? ana : undefined)

// Short lists are read in one portion, without waiting.
const readingIn = (sheet: Sheet) => Effect.runSync(weightReadingOf(sheet))
const check = (sheet: Sheet) =>
  Effect.runSync(Effect.flatMap(listLines(sheet, readingIn(sheet)), (lines) => checkWeights(lines, members)))
const sheetIn = (text: string) => Effect.runPromise(sheetOfText(text))
const only = async (text: string) => {
  const [first] = check(await sheetIn(text))
  return first?.error ?? first?.weight
}

const RANGE = "The weight is not a whole number from 0 to 1,000."

describe("a list of weights", () => {
  it.each([
    [`${ANA},7`, 7],
    [`"${ANA}","7"`, 7],
    [`${ANA};1000`, 1000],
    [`${ANA}\t0`, 0],
    [`member,weight,account\nOther,5,${ANA}`, 5],
    ["Name;Gewicht\nAna;5", 5],
    [`${ANA};5,0`, 5],
    [`${ANA},1,Ana`, 1],
    [`${ANA};1.000`, "This could be 1 or 1000. Write 1 or 1000."],
    [`${ANA},1,5`, "This could be 1 or 1.5. Write 1 or 1.5."],
    [`${ANA};1.5`, RANGE],
    [`${ANA};1001`, RANGE],
    [`${ANA};-1`, RANGE],
    [`${ANA};=1+2`, RANGE],
    [`${ANA};05.01.2026`, RANGE],
    [`${ANA};2026-01-05`, "This is a date, not a weight."],
    [ANA, "The weight is missing."],
    [`;5\n${ANA};5`, "The account is missing."],
    ["Ben;5", "Not an account address, and no member has this name."],
    [`${STRANGER};5`, "This account is not a member."],
    ["account_rdx12xezaw0gn9yhld6kplkk8aly3rwjkdvwyz0ahr0ct4hqmr4vlle4zm;5", "Address of another network."],
    ["0x52908400098527886E0F7030069857D2E4169EE7;5", "Address of another network."]
  ])("has each weight in one way only: %s", async (text, expected) => {
    assert.strictEqual(await only(text), expected)
  })

  it("has one line for a person, who may be written in two ways", async () => {
    const rows = check(await sheetIn(`${ANA};5\n\nAna;6\n${ANA};7`))
    assert.deepEqual(
      rows.map(({ error, line }) => [line, error]),
      [
        [1, null],
        [3, "Same account as line 1."],
        [4, "Same account as line 1."]
      ]
    )
  })

  it("has no columns for notes and tokens, which are shown as not used", async () => {
    const reading = readingIn(await sheetIn(`name,weight,note,token\nAna,5,Hello,resource_tdx_2`))
    assert.deepEqual(reading.columns.roles, ["account", "amount", "unused", "unused"])
  })

  it("is asked about where a weight could mean two things, and where its columns are not known", async () => {
    const questionOf = async (text: string) => openQuestion(readingIn(await sheetIn(text)), "weight")
    assert.isNull(await questionOf(`${ANA};5`))
    assert.strictEqual(await questionOf(`${ANA};1.000`), "Choose how weights are written.")
    assert.strictEqual(await questionOf("account;note\nAna;5"), "Choose one column for the weight.")
  })

  it.effect("may be a spreadsheet, whose rows are named", () =>
    Effect.gen(function* () {
      const cell = (place: string, xml: string) => `<c r="${place}"${xml}</c>`
      const rows = [
        textsOf(["account", "weight"], [ANA, "5"]),
        `<row r="5">${cell("A5", ` t="inlineStr"><is><t>${STRANGER}</t></is>`)}${cell("B5", "><v>5</v>")}</row>`,
        `<row r="7">${cell("A7", ' t="inlineStr"><is><t>Ana</t></is>')}${cell("B7", "><v>2.5</v>")}</row>`,
        `<row r="8">${cell("A8", ' t="inlineStr"><is><t>Ana</t></is>')}${cell("B8", "><f>1+1</f><v>2</v>")}</row>`,
        `<row r="9">${cell("A9", ' t="inlineStr"><is><t>Ana</t></is>')}${cell("B9", ' s="1"><v>46000</v>')}</row>`
      ].join("")
      const sheet = yield* sheetOfXlsx(workbook({ list: rows }), null)
      assert.deepEqual(
        check(sheet).map(({ error, line, weight }) => [line, error ?? weight]),
        [
          [2, 5],
          [5, "This account is not a member."],
          [7, RANGE],
          [8, "Same account as line 2."],
          [9, "This is a date, not a weight."]
        ]
      )
    })
  )
})
