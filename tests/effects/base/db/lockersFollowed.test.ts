/** Migration 82: claims that were guessed are pending again, and lockers are read from their first claim on. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW } from "./oldRows"

const payout = {
  id: "payoutaaaaaa",
  communityId: "club",
  number: 4,
  account: "account_a",
  purpose: "grant",
  title: "Seeds",
  note: "",
  resource: "resource_x",
  symbol: "GRD",
  divisibility: 18,
  source: "csv",
  mode: "claim",
  chunkSize: 40,
  total: "30",
  remainder: "0",
  state: "done",
  rowsClaimed: 2,
  rowsClaimable: 1,
  createdAt: NOW,
  updatedAt: NOW
}

const row = (n: number, state: string) => ({
  id: `row${n}`,
  distributionId: payout.id,
  communityId: "club",
  line: n,
  account: `account_${n}`,
  amount: "10",
  note: "",
  state
})

const claim = (n: number, state: string, txId: string | null, locker: string) => ({
  id: `row${n}`,
  account: `account_${n}`,
  communityId: "club",
  resource: "resource_x",
  symbol: "GRD",
  amount: "10",
  origin: "distribution",
  originId: `row${n}`,
  locker,
  state,
  txId,
  availableVersion: 70 + n,
  availableAt: NOW,
  updatedAt: NOW
})

describeOnEmptyDatabases("lockers from before", (database) => {
  it.scoped("are read again, and claims without a transaction stay pending until one is found", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0082")
      yield* sql`INSERT INTO communities ${sql.insert(community("club"))}`
      yield* sql`INSERT INTO distributions ${sql.insert(payout)}`
      yield* sql`INSERT INTO distribution_rows ${sql.insert([row(1, "claimed"), row(2, "claimed"), row(3, "claimable")])}`
      yield* sql`INSERT INTO claims ${sql.insert([
        claim(1, "claimed", "txid_own", "locker_own"),
        claim(2, "claimed", null, "locker_own"),
        claim(3, "available", null, "locker_other")
      ])}`
      const followed = { communityId: "club", nextVersion: 900, lookedAt: NOW }
      yield* sql`INSERT INTO ledger_followed ${sql.insert([
        { ...followed, address: "account_treasury" },
        { ...followed, address: "locker_own" }
      ])}`
      yield* Effect.provide(Effect.void, MigrationsLive)
      const states = yield* sql<{ state: string; row: string }>`SELECT k.state, r.state AS row FROM claims k
        JOIN distribution_rows r ON r.id = k.id ORDER BY k.id`
      assert.deepStrictEqual(
        states.map((each) => [each.state, each.row]),
        [
          ["claimed", "claimed"],
          ["available", "claimable"],
          ["available", "claimable"]
        ]
      )
      const [counts] = yield* sql`SELECT rows_claimed, rows_claimable, rows_left FROM distributions`
      assert.deepStrictEqual([counts?.rowsClaimed, counts?.rowsClaimable, counts?.rowsLeft].map(Number), [1, 2, 0])
      const from = yield* sql<{
        address: string
        nextVersion: number
      }>`SELECT address, next_version FROM ledger_followed
        ORDER BY address`
      assert.deepStrictEqual(
        from.map(({ address, nextVersion }) => [address, Number(nextVersion)]),
        [
          ["account_treasury", 900],
          ["locker_other", 73],
          ["locker_own", 71]
        ]
      )
    }).pipe(Effect.provide(database))
  )
})
