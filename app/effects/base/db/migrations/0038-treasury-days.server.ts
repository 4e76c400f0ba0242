/**
 * What a treasury gained or lost of a token in a day: balances over time are added up from these few rows, however many
 * transactions a day had. Kept with each movement from now on; filled here from those that are there.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { formatAmount } from "~/ledger/index"

const DAY_MS = 86_400_000
const AT_ONCE = 1_000
const ROWS_AT_ONCE = 100

const Moved = Schema.Struct({
  communityId: Schema.String,
  txId: Schema.String,
  resource: Schema.String,
  change: AmountFromText,
  stateVersion: Schema.Number,
  at: Schema.Number
}).annotations(rowOf("treasury_movements", ["txId", "resource"]))

export const treasuryDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE TABLE treasury_days (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    day BIGINT NOT NULL,
    change TEXT NOT NULL,
    PRIMARY KEY (community_id, resource, day)
  )`)
  const page = SqlSchema.findAll({
    Request: Schema.Struct({ id: Schema.String, version: Schema.Number, resource: Schema.String }),
    Result: Moved,
    execute: ({ id, resource, version }) => sql`SELECT community_id, tx_id, resource, change, state_version, at
      FROM treasury_movements WHERE (community_id, state_version, resource) > (${id}, ${version}, ${resource})
      ORDER BY community_id, state_version, resource LIMIT ${AT_ONCE}`
  })
  const sums = new Map<string, { communityId: string; resource: string; day: number; change: bigint }>()
  let after = { id: "", version: 0, resource: "" }
  for (;;) {
    const rows = yield* page(after)
    for (const { at, change, communityId, resource } of rows) {
      const day = Math.floor(at / DAY_MS)
      const key = `${communityId} ${resource} ${day}`
      sums.set(key, { communityId, resource, day, change: (sums.get(key)?.change ?? 0n) + change })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < AT_ONCE) break
    after = { id: last.communityId, version: last.stateVersion, resource: last.resource }
  }
  const days = [...sums.values()].map((each) => ({ ...each, change: formatAmount(each.change) as string }))
  for (let at = 0; at < days.length; at += ROWS_AT_ONCE) {
    yield* sql`INSERT INTO treasury_days ${sql.insert(days.slice(at, at + ROWS_AT_ONCE))}`
  }
})
