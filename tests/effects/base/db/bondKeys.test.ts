/** Migration 37: coupons that named their payout by number, and reserve coverage that counted one series. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW, series } from "./oldRows"

const payout = (id: string, communityId: string, number: number, purpose = "coupon") => ({
  id,
  communityId,
  number,
  account: "account_a",
  purpose,
  title: "Coupon",
  note: "",
  resource: "resource_x",
  symbol: "XRD",
  divisibility: 18,
  source: "holders",
  mode: "direct",
  chunkSize: 40,
  total: "10",
  remainder: "0",
  state: "done",
  createdAt: NOW,
  updatedAt: NOW
})

describeOnEmptyDatabases("coupons from before", (database) => {
  it.scoped("are joined to the payout of their own community even where numbers coincide", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0036")
      for (const place of ["one", "two"]) {
        yield* sql`INSERT INTO communities ${sql.insert(community(place))}`
        yield* sql`INSERT INTO bond_series ${sql.insert(series(`series-${place}`, place))}`
        for (const number of [1, 2]) {
          yield* sql`INSERT INTO distributions ${sql.insert(payout(`${place}-${number}`, place, number))}`
        }
        const coupons = [
          { dueAt: 1, distributionId: "2" },
          { dueAt: 2, distributionId: place === "one" ? "1" : null },
          // Discarded as a draft meanwhile.
          { dueAt: 3, distributionId: "7" }
        ].map((coupon) => ({ seriesId: `series-${place}`, perUnit: "1", recordVersion: 5, ...coupon }))
        yield* sql`INSERT INTO bond_coupons ${sql.insert(coupons)}`
      }
      const cover = [
        { seriesId: "series-one", day: 1, balance: "100", owed: "0.1" },
        { seriesId: "series-two", day: 1, balance: "100", owed: "90.000000000000000001" },
        { seriesId: "series-two", day: 2, balance: "100", owed: "90" }
      ]
      yield* sql`INSERT INTO bond_cover ${sql.insert(cover)}`
      yield* Effect.provide(Effect.void, MigrationsLive)
      const summed = yield* sql<{ readonly owed: string }>`SELECT owed FROM bond_cover ORDER BY day, series_id`
      assert.deepStrictEqual(
        summed.map(({ owed }) => owed),
        ["90.100000000000000001", "90.100000000000000001", "90"]
      )
      const joined = yield* sql<{ readonly seriesId: string; readonly dueAt: number; readonly payout: string | null }>`
        SELECT c.series_id, c.due_at, d.id AS payout FROM bond_coupons c
        LEFT JOIN distributions d ON d.id = c.distribution_id ORDER BY c.series_id, c.due_at`
      assert.deepStrictEqual(
        joined.map(({ dueAt, payout: id, seriesId }) => [seriesId, Number(dueAt), id]),
        [
          ["series-one", 1, "one-2"],
          ["series-one", 2, "one-1"],
          ["series-one", 3, null],
          ["series-two", 1, "two-2"],
          ["series-two", 2, null],
          ["series-two", 3, null]
        ]
      )
      // A foreign key: missing rows cannot be referenced, and deleting a row clears the reference.
      const wrong = sql`UPDATE bond_coupons SET distribution_id = 'nothing' WHERE series_id = 'series-one'`
      assert.strictEqual((yield* Effect.flip(wrong))._tag, "SqlError")
      yield* sql`DELETE FROM distributions WHERE id = 'one-2'`
      const [gone] = yield* sql<{ readonly distributionId: string | null }>`SELECT distribution_id FROM bond_coupons
        WHERE series_id = 'series-one' AND due_at = 1`
      assert.isNull(gone?.distributionId)
    }).pipe(Effect.provide(database))
  )
})
