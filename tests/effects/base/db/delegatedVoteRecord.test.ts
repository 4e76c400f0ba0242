/** Migration 68: delegations that were frozen before it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW, vote } from "./oldRows"

describeOnEmptyDatabases("frozen loans from before", (database) => {
  it.scoped("record where and until when their vote ran", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0067")
      yield* sql`INSERT INTO communities ${sql.insert(community("club"))}`
      yield* sql`INSERT INTO proposals ${sql.insert([vote(1), vote(2)])}`
      const loans = [1, 2].map((number) => ({
        proposalId: `vote${number}`,
        lender: "account_b",
        delegate: "account_c",
        digest: String(number),
        signed: "{}"
      }))
      yield* sql`INSERT INTO vote_loans ${sql.insert(loans)}`
      yield* Effect.provide(Effect.void, MigrationsLive)
      const found = yield* sql<{
        readonly communityId: string
        readonly closesAt: number
      }>`SELECT community_id, closes_at
        FROM vote_delegations ORDER BY closes_at`
      assert.deepStrictEqual(
        found.map(({ closesAt, communityId }) => [communityId, Number(closesAt)]),
        [
          ["club", NOW + 1],
          ["club", NOW + 2]
        ]
      )
    }).pipe(Effect.provide(database))
  )
})
