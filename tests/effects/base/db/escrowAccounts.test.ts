/** Migration 73: escrow accounts that existed before it are tracked from their first transaction on. */
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
  mode: "direct",
  chunkSize: 40,
  total: "10",
  remainder: "0",
  state: "running",
  createdAt: NOW,
  updatedAt: NOW
}

const escrow = {
  distributionId: payout.id,
  communityId: "club",
  account: "account_a",
  digest: "d",
  resource: "resource_x",
  total: "10",
  fees: "2",
  fee: "1",
  settler: "[00]",
  treasury: "account_t",
  parked: "account_p",
  locker: "locker_p",
  state: "parked",
  stepId: "step",
  createdAt: NOW,
  updatedAt: NOW
}

describeOnEmptyDatabases("escrow accounts from before", (database) => {
  it.scoped("are tracked from the transaction that funded them and named by their purpose", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0073")
      yield* sql`INSERT INTO communities ${sql.insert(community("club"))}`
      yield* sql`INSERT INTO distributions ${sql.insert(payout)}`
      yield* sql`INSERT INTO parkings ${sql.insert(escrow)}`
      const record = {
        communityId: "club",
        txId: "txid_1",
        kind: "park",
        related: payout.id,
        status: "CommittedSuccess"
      }
      yield* sql`INSERT INTO ledger_records ${sql.insert({ ...record, stateVersion: 77, fee: "1", at: NOW })}`
      yield* Effect.provide(Effect.void, MigrationsLive)
      const escrows = yield* sql`SELECT account, about, target, symbol, halted_tx FROM escrow_accounts`
      assert.deepStrictEqual(
        escrows.map((each) => ({ ...each })),
        [
          {
            account: "account_p",
            about: "the payout “Seeds”",
            target: "/community/detail/club/tokenDistribution?d=4",
            symbol: "GRD",
            haltedTx: null
          }
        ]
      )
      const [followed] = yield* sql`SELECT address, next_version FROM ledger_followed ORDER BY address`
      assert.deepStrictEqual([followed?.address, Number(followed?.nextVersion)], ["account_p", 77])
    }).pipe(Effect.provide(database))
  )
})
