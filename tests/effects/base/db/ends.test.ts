/** Migration 70: voters and series that existed before it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW, series, vote } from "./oldRows"

const HOUR = 3_600_000

const order = (id: string, signedAt: number) => ({
  id,
  seriesId: "paid",
  communityId: "club",
  direction: "redeem",
  account: `account_${id}`,
  units: 1,
  total: "100",
  state: "settled",
  signedAt,
  expiresAt: NOW + 100 * HOUR,
  createdAt: NOW,
  updatedAt: NOW
})
const receipt = (id: string, settledAt: number, kind = "redemption") => ({
  id: `receipt-${id}`,
  orderId: id,
  seriesId: "paid",
  communityId: "club",
  kind,
  account: `account_${id}`,
  units: 1,
  amount: "100",
  txId: `txid_${id}`,
  stateVersion: 1,
  settledAt,
  number: id,
  checkCode: "00",
  document: "{}"
})

describeOnEmptyDatabases("votes and redemptions from before", (database) => {
  it.scoped("are found by their end, and by their last and longest pending order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0069")
      yield* sql`INSERT INTO communities ${sql.insert(community("club"))}`
      yield* sql`INSERT INTO proposals ${sql.insert([vote(1), vote(2)])}`
      yield* sql`INSERT INTO voters ${sql.insert(
        [1, 2].map((number) => ({ proposalId: `vote${number}`, accountAddress: "account_b", weight: "1" }))
      )}`
      yield* sql`INSERT INTO bond_series ${sql.insert([
        { ...series("paid", "club"), code: "paid", redeemedUnits: 2 },
        { ...series("unpaid", "club"), code: "unpaid", redeemedUnits: 0 }
      ])}`
      // One requested before maturity that waited three hours from then, and one requested later that waited two.
      yield* sql`INSERT INTO bond_orders ${sql.insert([
        order("early", NOW - HOUR),
        order("late", NOW + 5 * HOUR),
        { ...order("buyer", NOW - HOUR), direction: "buy" }
      ])}`
      yield* sql`INSERT INTO bond_receipts ${sql.insert([
        receipt("early", NOW + 3 * HOUR),
        receipt("late", NOW + 7 * HOUR),
        receipt("buyer", NOW + 99 * HOUR, "purchase")
      ])}`
      yield* Effect.provide(Effect.void, MigrationsLive)
      const voters = yield* sql<{ readonly closesAt: number }>`SELECT closes_at FROM voters ORDER BY proposal_id`
      assert.deepStrictEqual(
        voters.map(({ closesAt }) => Number(closesAt)),
        [NOW + 1, NOW + 2]
      )
      const found = yield* sql<{
        readonly lastRedeemedAt: number | null
        readonly longestWaitMs: number | null
      }>`SELECT last_redeemed_at, longest_wait_ms FROM bond_series ORDER BY id`
      const numberOf = (value: number | null) => (value === null ? null : Number(value))
      assert.deepStrictEqual(
        found.map(({ lastRedeemedAt, longestWaitMs }) => [numberOf(lastRedeemedAt), numberOf(longestWaitMs)]),
        [
          [NOW + 7 * HOUR, 3 * HOUR],
          [null, null]
        ]
      )
    }).pipe(Effect.provide(database))
  )
})
