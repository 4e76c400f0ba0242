/** Migration 136 moves the files of threads to the attachments of all posts. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { community, NOW } from "./oldRows"

const thread = {
  id: "thread",
  communityId: "club",
  number: 1,
  author: "account_a",
  title: "A thread",
  body: "Its text.",
  mentions: "[]",
  searchText: "a thread",
  category: "general",
  state: "open",
  shown: "visible",
  lastActivityAt: NOW,
  createdAt: NOW,
  updatedAt: NOW
}
const shared = { communityId: "club", account: "account_a", bytes: 1_000, createdAt: NOW }
const pdf = { ...shared, id: "a", name: "minutes.pdf", mime: "application/pdf", sha256: "1".repeat(64) }
const picture = { ...shared, id: "b", name: "pump.png", mime: "image/png", sha256: "2".repeat(64) }

describeOnEmptyDatabases("the files of threads", (database) => {
  it.scoped("are attachments, and a redrawn picture has no hash, because only that of what was sent is known", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0136")
      yield* sql`INSERT INTO communities ${sql.insert(community("club"))}`
      yield* sql`INSERT INTO threads ${sql.insert(thread)}`
      for (const file of [pdf, picture]) {
        yield* sql`INSERT INTO thread_files ${sql.insert({ ...file, threadId: "thread" })}`
      }
      yield* Effect.provide(Effect.void, MigrationsLive)
      const rows = yield* sql<Record<string, unknown>>`SELECT * FROM attachments ORDER BY id`
      const target = { targetType: "thread", targetId: "thread" }
      assert.deepStrictEqual<unknown>(
        rows.map((row) => ({ ...row, bytes: Number(row.bytes), createdAt: Number(row.createdAt) })),
        [
          { ...pdf, ...target },
          { ...picture, ...target, sha256: null }
        ]
      )
    }).pipe(Effect.provide(database))
  )
})
