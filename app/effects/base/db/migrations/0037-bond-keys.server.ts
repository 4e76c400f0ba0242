/**
 * A coupon names the distribution that pays it by its id: until now it held the community's number of it as a text,
 * which is a key only together with the community of the series. And a reserve account stands for everything owed from
 * it: the days on record, which counted one series each, get the sums.
 */
import { SqlClient } from "@effect/sql"
import { Array, Effect, Schema } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { formatAmount } from "~/ledger/index"

const statements = [
  `ALTER TABLE bond_coupons RENAME COLUMN distribution_id TO distribution_number`,
  `ALTER TABLE bond_coupons ADD COLUMN distribution_id TEXT REFERENCES distributions (id) ON DELETE SET NULL`,
  `UPDATE bond_coupons SET distribution_id = (
    SELECT d.id FROM bond_series s JOIN distributions d ON d.community_id = s.community_id
    WHERE s.id = bond_coupons.series_id AND CAST(d.number AS TEXT) = bond_coupons.distribution_number
      AND d.purpose = 'coupon')
  WHERE distribution_number IS NOT NULL`,
  `ALTER TABLE bond_coupons DROP COLUMN distribution_number`,
  `CREATE INDEX bond_coupons_of_distribution ON bond_coupons (distribution_id)`,
  `CREATE INDEX bond_series_of_reserve ON bond_series (reserve_account, currency)`
]

interface CoverRow {
  readonly seriesId: string
  readonly day: number
  readonly owed: string
  readonly reserve: string
}

const readAmount = Schema.decodeSync(AmountFromText)

/** Only where several series shared a reserve on the same day. */
const sumCover = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<CoverRow>`SELECT c.series_id, c.day, c.owed, s.reserve_account || ' ' || s.currency AS reserve
    FROM bond_cover c JOIN bond_series s ON s.id = c.series_id`
  const byDay = Array.groupBy(rows, ({ day, reserve }) => `${reserve} ${day}`)
  for (const shared of Object.values(byDay)) {
    if (shared.length < 2) continue
    const owed = formatAmount(shared.reduce((sum, row) => sum + readAmount(row.owed), 0n))
    for (const { day, seriesId } of shared) {
      yield* sql`UPDATE bond_cover SET owed = ${owed} WHERE series_id = ${seriesId} AND day = ${day}`
    }
  }
})

export const bondKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
  yield* sumCover
})
