/**
 * The list of a new payout: how it was read, what a person has to decide about that, and the rows that it becomes.
 * Nothing of a list is ready while a question is open.
 */

import { Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { InvalidFields, NotThere } from "~/effects/base/failures/failures"
import { broughtSheet, readAsSaid } from "~/effects/base/lists/broughtSheet.server"
import { type Columns, columnsOf, dataRows } from "~/effects/base/lists/columns"
import { type ListReading, openQuestion, readingOf } from "~/effects/base/lists/ListReading"
import { differenceOf, listView, marksChoice, type RowReadBy, seenList } from "~/effects/base/lists/listView"
import { problemsIn } from "~/effects/base/lists/problems"
import type { Sheet } from "~/effects/base/lists/Sheet"
import type { Done } from "~/effects/base/remix/pageAction.server"
import type { Distribution } from "../Distribution"
import { DistributionRows } from "../DistributionRows.server"
import { Distributions } from "../Distributions.server"
import { MOST_ROWS, TOO_MANY_ROWS } from "../limits"
import { type Against, amountIn, type CheckedRow, checkRows } from "../list/checkRows"
import { payLines } from "../list/payList"
import { withMembers } from "../payees.server"
import type { ReadPage } from "../views"
import { heldRun, treasuryTokens } from "./holding.server"
import { versionIn } from "./recurring.server"

const refuse = (message: string) => new InvalidFields({ fields: { csv: message } })

const requireCount = (sheet: Sheet, columns: Columns) => {
  const { length } = dataRows(sheet, columns)
  if (length === 0) return refuse("The list is empty.")
  return length > MOST_ROWS ? refuse(TOO_MANY_ROWS) : Effect.void
}

/** The chosen file or pasted text. Its lines are empty while a person has to say how it is read. */
export const listIn = Effect.fn("payouts.listIn")(function* (
  communityId: CommunityId,
  form: FormData,
  resource: string
) {
  const sheet = yield* Effect.catchTag(broughtSheet(form, "csv"), "UnreadableList", ({ message }) => refuse(message))
  const columns = columnsOf(sheet)
  yield* requireCount(sheet, columns)
  const reading = yield* readingOf(sheet, columns)
  const lines = openQuestion(reading) === null ? yield* payLines(sheet, reading, resource) : []
  return { lines: yield* withMembers(communityId, lines), list: { reading, rows: sheet.rows } }
})

/** The list of a draft as it was brought. */
const sheetOf = Effect.fnUntraced(function* (run: Distribution) {
  const rows = yield* (yield* DistributionRows).sheet(run.id)
  if (Option.isNone(rows) || run.reading === null) return yield* new NotThere({})
  const { encoding, file, separator } = run.reading
  return { reading: run.reading, sheet: { file, separator, encoding, rows: rows.value } satisfies Sheet }
})

/** Reads the list as the person says. `isAgain`: they want to see the rows before they go on. */
const read = (isAgain: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const { run, to, treasury } = yield* heldRun
    const version = yield* versionIn(form)
    const { reading: before, sheet } = yield* sheetOf(run)
    const { hasNewHeadings, question, reading } = yield* readAsSaid(sheet, before, form, isAgain)
    yield* requireCount(sheet, reading.columns)
    const lines = question === null ? yield* payLines(sheet, reading, run.resource) : []
    const against = { divisibility: run.divisibility, own: [treasury.treasury] }
    const rows = yield* checkRows(yield* withMembers(run.communityId, lines), against)
    yield* (yield* Distributions).read(run, version, reading, rows)
    return { to: isAgain || hasNewHeadings ? `${to}&read=1` : to } satisfies Done
  })

export const readingCommands = { "read-again": read(true), "read-list": read(false) }

const readBy = (row: CheckedRow): RowReadBy => ({
  line: row.line,
  who: row.account,
  amount: row.state === "valid" ? amountIn(row) : null
})

/** The page on which a person says how the list is read. */
export const readPage = Effect.fn("payouts.readPage")(function* (here: Inside, run: Distribution, after: number) {
  const { reading, sheet } = yield* sheetOf(run)
  const seen = yield* seenList(sheet, reading)
  const against: Against = { divisibility: run.divisibility, own: [here.community.treasuryAccount ?? ""] }
  // The names of all ways are looked up at once.
  const all = [...new Set([reading.marks, ...seen.ways])]
  const asRead = yield* Effect.forEach(all, (marks) => payLines(sheet, { ...reading, marks }, run.resource))
  const named = yield* withMembers(run.communityId, asRead.flat())
  const count = asRead[0]?.length ?? 0
  const checked = new Map(
    yield* Effect.forEach(all, (marks, way) =>
      Effect.map(checkRows(named.slice(way * count, (way + 1) * count), against), (rows) => [marks, rows] as const)
    )
  )
  const rowsOf = (marks: ListReading["marks"]) => checked.get(marks) ?? []
  const { tokens } = yield* treasuryTokens(here)
  const choices = seen.ways.map((marks) => marksChoice(seen, marks, rowsOf(marks).map(readBy)))
  const page: ReadPage = {
    view: "read",
    item: run.title,
    run,
    list: listView(seen, after),
    choices,
    difference: differenceOf(choices),
    problems: problemsIn(rowsOf(reading.marks)),
    treasury: tokens.find(({ resource }) => resource === run.resource)?.amount ?? null
  }
  return page
})
