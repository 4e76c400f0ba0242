/**
 * Every column of `users` and `memberships`, by the real schema: its value after the account is deleted, and whether
 * the export of the person's own data contains it (docs/contributing.md, "A table or a column"). A new column fails
 * here until it is listed below, and each listed value is tested.
 */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { readTables } from "~/effects/base/db/schemaFacts.server"
import { ownDataOf } from "~/effects/people/account/pages/ownData.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { migratedSqlite } from "../../../databases"
import { found, join, person, TODAY, world } from "../../activity/activity/world"
import { settings } from "../signup/world"

const ANA = asAccount("account_tdx_2_ana11111111")
const BEN = asAccount("account_tdx_2_ben22222222")

interface Column {
  /** "goes": it identifies the person. "stays": others rely on it. "says so": it records that the person is gone. */
  readonly removal: "goes" | "stays" | "says so"
  /**
   * As the export of the person's own data shows the value below; null if it is left out, with the reason next to it.
   */
  readonly exported: string | null
  /** The value written before; missing if the row has its own. */
  readonly value?: string | number
}

const moment = (day: number) => TODAY - day * 86_400_000
const iso = (day: number) => new Date(moment(day)).toISOString()

const columns: Readonly<Record<"users" | "memberships", Readonly<Record<string, Column>>>> = {
  users: {
    account_address: { removal: "stays", exported: ANA },
    username: { removal: "goes", exported: "Ana of the test", value: "Ana of the test" },
    username_key: { removal: "goes", exported: null, value: "ana of the key" }, // derived from the name
    email: { removal: "goes", exported: "ana@example.org", value: "ana@example.org" },
    email_key: { removal: "goes", exported: null, value: "ana@key.example.org" }, // derived from the address
    email_verified_at: { removal: "goes", exported: iso(11), value: moment(11) },
    bio: { removal: "goes", exported: "A life in a line.", value: "A life in a line." },
    display_image: { removal: "goes", exported: "/files/anas/", value: "/files/anas/" },
    tags: { removal: "goes", exported: "Beekeeping", value: '["Beekeeping"]' },
    work_history: { removal: "goes", exported: "Tide pools", value: '[{"company":"Tide pools"}]' },
    newsletter: { removal: "goes", exported: '"newsletter": 1', value: 1 },
    weekly: { removal: "goes", exported: '"weekly": 1', value: 1 },
    weekly_day: { removal: "goes", exported: '"weeklyDay": 4', value: 4 },
    weekly_last_at: { removal: "goes", exported: null, value: moment(16) }, // derived, too
    weekly_at: { removal: "goes", exported: null, value: moment(15) }, // derived from the time zone
    persona_address: { removal: "goes", exported: "identity_tdx_2_ana", value: "identity_tdx_2_ana" },
    persona_label: { removal: "goes", exported: "Ana's persona", value: "Ana's persona" },
    locale: { removal: "goes", exported: '"pt"', value: "pt" },
    timezone: { removal: "goes", exported: "Pacific/Chatham", value: "Pacific/Chatham" },
    status: { removal: "says so", exported: null }, // the file lists only active ones
    version: { removal: "says so", exported: null }, // counts changes, for forms
    last_seen_at: { removal: "goes", exported: iso(12), value: moment(12) },
    created_at: { removal: "stays", exported: iso(13), value: moment(13) },
    updated_at: { removal: "says so", exported: iso(14), value: moment(14) }
  },
  memberships: {
    community_id: { removal: "stays", exported: "film-of-the-test" },
    account_address: { removal: "stays", exported: ANA },
    role: { removal: "says so", exported: '"role": "moderator"', value: "moderator" },
    status: { removal: "says so", exported: '"status": "active"' },
    weight: { removal: "stays", exported: '"weight": 77', value: 77 },
    joined_at: { removal: "stays", exported: iso(21), value: moment(21) },
    invited_by: { removal: "stays", exported: "account_tdx_2_host", value: "account_tdx_2_host" },
    application_note: { removal: "goes", exported: "Let me in, please.", value: "Let me in, please." },
    suspended_until: { removal: "stays", exported: iso(22), value: moment(22) },
    reason: { removal: "stays", exported: "Loud in the library.", value: "Loud in the library." },
    notifications: { removal: "stays", exported: '"notifications": "important"', value: "important" },
    last_read_at: { removal: "goes", exported: iso(23), value: moment(23) },
    created_at: { removal: "stays", exported: null, value: moment(24) }, // same as joined_at
    updated_at: { removal: "says so", exported: null, value: moment(25) }, // of the row, not of the person
    name_key: { removal: "goes", exported: null, value: "ana of the members" }, // derived from the name
    owner_decides: { removal: "stays", exported: '"ownerDecides": 1', value: 1 }
  }
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

describe("columns about a person", () => {
  const Live = NotificationLive.pipe(Layer.provideMerge(world(migratedSqlite)), Layer.provideMerge(settings()))

  it.effect("are each covered by the deletion of an account and by the export of own data", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* SqlClient.SqlClient
      const tables = yield* readTables
      for (const [name, known] of Object.entries(columns)) {
        const there = tables.find((table) => table.name === name)?.columns ?? []
        assert.sameMembers([...there], Object.keys(known), `${name}: say above what becomes of each column`)
      }

      yield* person(ANA, "Ana Ribeiro")
      yield* person(BEN, "Ben Okafor")
      const film = yield* found({ slug: "film-of-the-test", name: "Night Film Club", ownerAddress: BEN })
      yield* join(film.id, BEN, { role: "owner" })
      yield* join(film.id, ANA)
      const entries = Object.entries(columns).flatMap(([table, known]) =>
        Object.entries(known).map(([column, rule]) => ({ table, column, ...rule }))
      )
      for (const { column, table, value } of entries) {
        if (value === undefined) continue
        yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${value} WHERE account_address = ${ANA}`
      }
      const rowsNow = Effect.gen(function* () {
        const rows = new Map<string, Record<string, unknown>>()
        for (const table of Object.keys(columns)) {
          const [row] = yield* sql<Record<string, unknown>>`SELECT * FROM ${sql(table)} WHERE account_address = ${ANA}`
          rows.set(table, row ?? {})
        }
        return ({ column, table }: { readonly table: string; readonly column: string }) =>
          rows.get(table)?.[camel(column)]
      })

      const file = yield* Stream.mkString(yield* ownDataOf(ANA))
      for (const { column, table, exported, value } of entries) {
        if (exported === null)
          assert.notInclude(file, JSON.stringify(value ?? "no value"), `${table}.${column} is left out`)
        else assert.include(file, exported, `${table}.${column} is in the file`)
      }

      const kept = yield* rowsNow
      yield* Effect.flatMap(Removal, ({ remove }) => remove(ANA))
      const left = yield* rowsNow
      for (const each of entries) {
        const name = `${each.table}.${each.column} ${each.removal}`
        if (each.removal === "stays") assert.deepStrictEqual(left(each), kept(each), name)
        else assert.notDeepEqual(left(each), kept(each), name)
      }
    }).pipe(Effect.provide(Live))
  )
})
