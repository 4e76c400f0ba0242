/** Migration 153: posts of earlier takedowns were hidden by the end of their act, which undo compares later entries with. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { NOW } from "./oldRows"

describeOnEmptyDatabases("posts of takedowns before portions", (database) => {
  it.scoped("have the time of their takedown", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0153")
      for (const [id, at] of [
        ["first", NOW],
        ["second", NOW + 5]
      ] as const) {
        yield* sql`INSERT INTO takedowns ${sql.insert({ id, accountAddress: "account_a", at, reason: "Shoes.", suspended: 1 })}`
        yield* sql`INSERT INTO takedown_posts ${sql.insert({ takedownId: id, postId: `of the ${id}` })}`
      }
      yield* Effect.provide(Effect.void, MigrationsLive)
      const rows = yield* sql<{ readonly postId: string; readonly hiddenAt: number }>`
        SELECT post_id, hidden_at FROM takedown_posts ORDER BY post_id`
      assert.deepEqual(
        rows.map(({ hiddenAt, postId }) => [postId, Number(hiddenAt)]),
        [
          ["of the first", NOW],
          ["of the second", NOW + 5]
        ]
      )
    }).pipe(Effect.provide(database))
  )
})
