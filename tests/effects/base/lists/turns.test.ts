/** Long lists are read in portions, between which the event loop polls for requests. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import { decidedReading, readingOf } from "~/effects/base/lists/ListReading"
import { listLines } from "~/effects/base/lists/listLines"
import { seenList } from "~/effects/base/lists/listView"
import { readStoredRows, storedRows } from "~/effects/base/lists/storedRows.server"
import { checkWeights } from "~/effects/communities/members/weightList"
import { checkRows } from "~/effects/treasury/payouts/list/checkRows"
import { payLines } from "~/effects/treasury/payouts/list/payList"

const ROWS = 5_000
/** Rows that may be computed before the next poll. */
const MOST = 1_000

const text = Array.from(
  { length: ROWS },
  (_, n) => `Somebody ${n};${n}.5;"a note, ""quoted""\nof two lines with Zoë"`
).join("\n")
const sheetIn = (given: string) => Effect.runPromise(sheetOfText(given))

/** How often the event loop polls while a program runs. */
const polls = async <A, E>(program: Effect.Effect<A, E>) => {
  let [count, isOver] = [0, false]
  const poll = () => {
    count++
    if (!isOver) setImmediate(poll)
  }
  setImmediate(poll)
  const result = await Effect.runPromise(program)
  isOver = true
  return { count, result }
}

describe("between two portions of a long list the event loop polls for requests", async () => {
  const sheet = await sheetIn(text)
  const reading = Effect.runPromise(readingOf(sheet))
  const before = await reading
  const decided = { header: 0, roles: before.columns.roles, marks: null, hasRightLetters: true }
  const lines = await Effect.runPromise(listLines(sheet, before))
  const against = { divisibility: 18, own: [] }

  it.each([
    ["splitting its text", sheetOfText(text)],
    ["reading it", readingOf(sheet)],
    ["reading it as a person decides", decidedReading(sheet, before, decided)],
    ["its lines", listLines(sheet, before)],
    ["what a page shows of it", seenList(sheet, before)],
    ["the rows as they are stored", readStoredRows(JSON.parse(storedRows(sheet.rows)))],
    ["its payments", payLines(sheet, before)],
    ["checking payments", checkRows(lines, against)],
    ["checking weights", checkWeights(lines, () => undefined)]
  ] as ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown>]>)("%s", async (_, program) => {
    assert.isAtLeast((await polls(program)).count, ROWS / MOST)
  })

  it("portions end anywhere in a row, a quoted cell or a letter without changing what is read", () => {
    assert.lengthOf(sheet.rows, ROWS)
    assert.deepStrictEqual(
      sheet.rows.map(({ cells, line }) => [line, ...cells]),
      Array.from({ length: ROWS }, (_, n) => [
        2 * n + 1,
        `Somebody ${n}`,
        `${n}.5`,
        'a note, "quoted" of two lines with Zoë'
      ])
    )
  })
})
