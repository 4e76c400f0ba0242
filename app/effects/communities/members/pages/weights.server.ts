/** Weights from a list on the members page: the list that was read, how it is read, and what would be set. */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { InvalidFields, NotThere } from "~/effects/base/failures/failures"
import { readAsSaid } from "~/effects/base/lists/broughtSheet.server"
import { type Columns, columnsOf, dataRows } from "~/effects/base/lists/columns"
import { type ListReading, openQuestion } from "~/effects/base/lists/ListReading"
import { listLines } from "~/effects/base/lists/listLines"
import { differenceOf, listView, marksChoice, type RowReadBy, seenList } from "~/effects/base/lists/listView"
import { problemsIn } from "~/effects/base/lists/problems"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { ONE } from "~/ledger/amount"
import { WeightListChanged } from "../errors"
import { SeenForm } from "../forms"
import { membersPath } from "../joining"
import type { WeightsView } from "../page"
import { type StoredWeights, Weights } from "../Weights.server"
import {
  type CheckedWeight,
  checkWeights,
  MOST_WEIGHTS,
  TOO_MANY_WEIGHTS,
  weightReading,
  weightReadingOf
} from "../weightList"
import { once, read, sheetIn } from "./memberForms.server"

const SHOWN = 50

const pathOf = ({ community }: Inside, more = "") => `${membersPath(community.id)}?tab=weights${more}`

const refuse = (field: string, message: string) => new InvalidFields({ fields: { [field]: message } })

const readBy = ({ account, line, name, weight }: CheckedWeight): RowReadBy => ({
  line,
  who: name ?? account,
  amount: weight === null ? null : BigInt(weight) * ONE
})

/** The list as it is read now and, if a person has to choose, in each way. Members are looked up once for all of them. */
const checkedBy = Effect.fn("weights.checkedBy")(function* (
  here: Inside,
  { reading, sheet }: StoredWeights,
  ways: ReadonlyArray<ListReading["marks"]>
) {
  const all = [...new Set([reading.marks, ...ways])]
  const asRead = yield* Effect.forEach(all, (marks) => listLines(sheet, { ...reading, marks }))
  const members = yield* (yield* Weights).members(
    here.community.id,
    asRead.flat().map(({ account }) => account)
  )
  const checked = new Map(
    yield* Effect.forEach(all, (marks, way) =>
      Effect.map(checkWeights(asRead[way] ?? [], members), (rows) => [marks, rows] as const)
    )
  )
  return (marks: ListReading["marks"]) => checked.get(marks) ?? []
})

const checkedView = (rows: ReadonlyArray<CheckedWeight>, after: number): WeightsView["checked"] => {
  const wrong = rows.filter(({ error }) => error !== null)
  const changes = rows.filter(({ before, weight }) => weight !== null && weight !== before)
  const beyond = changes.filter(({ line }) => line > after)
  const shown = beyond.slice(0, SHOWN)
  return {
    wrong: wrong.slice(0, SHOWN),
    wrongCount: wrong.length,
    changes: shown,
    changesCount: changes.length,
    next: beyond.length > shown.length ? (shown.at(-1)?.line ?? null) : null,
    sameCount: rows.length - wrong.length - changes.length,
    total: rows.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
  }
}

const lineIn = (text: string | null): number => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : 0)

/** What the tab shows: the list that was read. Moderators see it, too, so that a second person can check it. */
export const weightsView = Effect.fn("members.weightsView")(function* (here: Inside, query: URLSearchParams) {
  const found = yield* (yield* Weights).findList(here.community.id)
  if (Option.isNone(found)) return { draft: null, asked: null, checked: null } satisfies WeightsView
  const { account, createdAt, hash, reading, sheet, username } = found.value
  const question = openQuestion(reading, "weight")
  const isAsked = permissions.assignWeight(here.communityRole).ok && (question !== null || query.has("read"))
  const seen = isAsked ? yield* seenList(sheet, reading) : null
  const rowsOf = yield* checkedBy(here, found.value, seen?.ways ?? [])
  const rows = rowsOf(reading.marks)
  const choices = seen?.ways.map((marks) => marksChoice(seen, marks, rowsOf(marks).map(readBy))) ?? []
  const after = lineIn(query.get("after"))
  const view: WeightsView = {
    draft: {
      seen: hash,
      reading,
      count: rows.length,
      account,
      username,
      createdAt,
      question,
      problems: problemsIn(rows, "Weight")
    },
    asked: seen === null ? null : { list: listView(seen, after), choices, difference: differenceOf(choices) },
    checked: isAsked || question !== null ? null : checkedView(rows, after)
  }
  return view
})

const requireCount = (sheet: Sheet, columns: Columns) => {
  const { length } = dataRows(sheet, columns)
  if (length === 0) return refuse("csv", "The list is empty. Write one line for each member: account,weight.")
  return length > MOST_WEIGHTS ? refuse("csv", TOO_MANY_WEIGHTS) : Effect.void
}

/** Stores a list for the page that shows how it was read. No weight is set yet. */
const readWeights = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireAllowed(here, "assignWeight")
    if (here.community.governance.weightMode !== "assigned") return yield* new NotThere({})
    const sheet = yield* sheetIn(form)
    yield* requireCount(sheet, columnsOf(sheet))
    const reading = yield* weightReadingOf(sheet)
    yield* (yield* Weights).putList(here.community.id, account, sheet, reading)
    return { to: pathOf(here) } satisfies Done
  })

/** Reads the list as the person says. `isAgain`: they want to see the rows before they go on. */
const decide = (isAgain: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "assignWeight")
    const { seen } = yield* read(SeenForm, form)
    const weights = yield* Weights
    const found = yield* weights.findList(here.community.id)
    if (Option.isNone(found) || found.value.hash !== seen) return yield* new WeightListChanged()
    const { reading: before, sheet } = found.value
    const said = yield* readAsSaid(sheet, before, form, isAgain, "weight")
    const reading = weightReading(said.reading)
    yield* requireCount(sheet, reading.columns)
    if (!(yield* weights.decideList(here.community.id, seen, sheet, reading))) return yield* new WeightListChanged()
    return { to: pathOf(here, isAgain || said.hasNewHeadings ? "&read=1" : "") } satisfies Done
  })

const setWeights = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { seen } = yield* read(SeenForm, form)
    const set = (yield* Weights).setList(here, seen)
    return yield* once(
      here,
      form,
      { seen },
      Effect.map(set, (many) => pathOf(here, `&set=${many}`))
    )
  })

const discard = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "assignWeight")
    const isDone = yield* (yield* Weights).removeList(here.community.id, textOf(form, "seen"))
    return isDone ? ({ to: pathOf(here) } satisfies Done) : yield* new WeightListChanged()
  })

export const weightCommands = {
  "read-weights": readWeights,
  "show-weights": decide(true),
  "decide-weights": decide(false),
  "set-weights": setWeights,
  "discard-weights": discard
} as const
