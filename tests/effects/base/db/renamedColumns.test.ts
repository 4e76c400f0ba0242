/** Migration 121 renames columns: what they hold stays, in every table it changes. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { RENAMED_COLUMNS } from "~/effects/base/db/migrations/0121-notified-and-delegator.server"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW, vote } from "./oldRows"

const CLUB = { communityId: "club" }
const DELEGATION = { ...CLUB, lender: "account_a", delegate: "account_b", digest: "d", madeAt: NOW, untilAt: NOW }
const TALK = { ...CLUB, targetType: "proposal", targetId: "vote1", lastSeq: 4, lastAt: NOW, toldSeq: 3 }

/** A row of each table in the schema before. */
const rows: ReadonlyArray<readonly [table: string, row: Record<string, string | number | null>]> = [
  ["communities", { ...community("club"), quietToldAt: NOW }],
  ["proposals", vote(1)],
  ["delegations", { ...DELEGATION, seq: 1, kinds: "[]", signed: "{}" }],
  ["active_delegations", { ...DELEGATION, kind: "rule" }],
  ["vote_delegations", { proposalId: "vote1", lender: "account_a", delegate: "account_b", digest: "d", signed: "{}" }],
  ["conversations", TALK],
  ["comment_notifications", { targetType: "proposal", targetId: "vote1", untilSeq: 4, toldAccount: "account_a" }],
  ["mail_bounces", { address: "a@example.org", reason: "550", since: NOW, toldAt: NOW }]
]
/** The names that the client gives to columns. */
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

describeOnEmptyDatabases("columns named by the field's terms", (database) => {
  it.scoped("hold what they held before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0121")
      for (const [table, row] of rows) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
      const read = (table: string) =>
        Effect.map(sql<Record<string, unknown>>`SELECT * FROM ${sql(table)}`, ([row = {}]) => row)
      const before = new Map<string, Record<string, unknown>>()
      for (const [table] of rows) before.set(table, yield* read(table))
      yield* Effect.provide(Effect.void, MigrationsLive)
      for (const [table] of rows) {
        const names = new Map(
          RENAMED_COLUMNS.filter(([of]) => of === table).map(([, from, to]) => [camel(from), camel(to)] as const)
        )
        const expected = Object.entries(before.get(table) ?? {}).map(([name, value]) => [
          names.get(name) ?? name,
          value
        ])
        // Later migrations may add columns, but remove and change none of these.
        const row = yield* read(table)
        const former = Object.fromEntries(expected)
        assert.deepStrictEqual(Object.fromEntries(Object.keys(former).map((name) => [name, row[name]])), former, table)
      }
      const tables = new Set([...rows.map(([table]) => table), "bond_series"])
      for (const [table] of RENAMED_COLUMNS) assert.isTrue(tables.has(table), table)
      yield* sql`SELECT notified_ending, notified_maturity, notified_late FROM bond_series`
    }).pipe(Effect.provide(database))
  )
})
