/**
 * GET /api/exports/me: everything stored about the caller's account, as one JSON file (docs/product/people.md). All of
 * it is read before the first byte is sent, so that a storage error can still be reported. It is written in parts, so
 * that other requests run between them.
 */
import { Chunk, Clock, Effect, Record, Stream } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { inParts } from "~/effects/base/jobs/inParts"
import { downloadInParts, listText } from "~/effects/base/remix/download.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { ownSections } from "./ownSections.server"

type Row = Readonly<Record<string, unknown>>

/** Rows written at a time. */
const AT_ONCE = 100

/** JSON columns are exported as their values, timestamps as ISO 8601. */
const JSON_COLUMNS = new Set(["profile", "tags", "workHistory", "data", "mentions", "fields", "choice", "signed"])
const TIME = /(At|Until|After)$/

const readable = (name: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (JSON_COLUMNS.has(name) && typeof value === "string") return JSON.parse(value)
  if ((TIME.test(name) || name === "at") && typeof value === "number") return new Date(value).toISOString()
  return value
}

const readableRow = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)]))

const sectionText = (name: string, rows: ReadonlyArray<Row>): Stream.Stream<string> => {
  const readableRows = Stream.map(inParts(rows, AT_ONCE), (some) => some.map(readableRow))
  return Stream.concat(Stream.make(`,\n ${JSON.stringify(name)}: `), listText(readableRows))
}

/**
 * The file of an account in parts, for its owner or for an operator on their request. Everything has been read already.
 */
export const ownDataOf = Effect.fn("ownDataOf")(function* (account: AccountAddress) {
  const sql = yield* Sql
  const rows = yield* Effect.orDie(Effect.all(Record.map(ownSections(sql, account), Stream.runCollect)))
  const madeAt = new Date(yield* Clock.currentTimeMillis).toISOString()
  const head = JSON.stringify({ schema: "me/1", account, madeAt }, null, 1).slice(0, -"\n}".length)
  const sections = Object.entries(rows).map(([name, found]) => sectionText(name, Chunk.toReadonlyArray(found)))
  return Stream.concat(Stream.make(head), Stream.flatten(Stream.fromIterable(sections))).pipe(
    Stream.concat(Stream.make("\n}\n"))
  )
})

export const ownData = Effect.gen(function* () {
  const { account } = yield* requireAccount("download your data")
  const text = yield* ownDataOf(account)
  return yield* downloadInParts(text, {
    name: "commonhold-my-data",
    isCsv: false,
    headers: { "Cache-Control": "no-store" }
  })
})
