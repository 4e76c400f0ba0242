import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import type { From } from "~/effects/conversation/discussion/CommentTarget"
import { allThreads, type ThreadsQuery } from "~/effects/conversation/discussion/listQuery"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"
import { sendPairs } from "./commentPairs"
import { world } from "./world"

const database: Database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
const Live = world(database)

describe("Discussion at scale (SQLite)", () => {
  it.effect(
    "stores 1,000 comments that are sent twice concurrently once, with one response each (docs/goals.md B2)",
    () =>
      Effect.gen(function* () {
        assert.deepEqual(yield* sendPairs(1_000), { kept: 1_000, counted: 1_000, different: 0 })
      }).pipe(Effect.provide(Live)),
    120_000
  )

  it.effect("never scans or sorts on a page of threads or comments (docs/goals.md A14)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const threadListRepo = yield* Threads
      const comments = yield* Comments
      const after = { pinned: 0, at: 5, id: "aaaaaaaaaaaa" } as const
      const lists: ReadonlyArray<Partial<ThreadsQuery>> = [
        {},
        { after },
        { category: "idea", after },
        { state: "closed", after },
        { show: "mine", after },
        { show: "unread", after },
        { q: "tank", after }
      ]
      const froms: ReadonlyArray<From> = [
        null,
        { after: { root: 1, seq: 2 } },
        { before: { root: 1, seq: 2 } },
        { at: "aaaaaaaaaaaa" }
      ]
      const statements = [
        ...lists.map((list) =>
          threadListRepo.statement(
            CommunityId.make("aaaaaaaaaaaa"),
            asAccount("account"),
            { ...allThreads, ...list },
            21
          )
        ),
        ...froms.map((from) =>
          comments.statement("thread", CommunityId.make("aaaaaaaaaaaa"), asAccount("account"), from, 51)
        )
      ]
      for (const statement of statements) {
        const [text, params] = statement.compile()
        const plan = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
        const steps = plan.map(({ detail }) => detail)
        assert.isNotEmpty(steps)
        for (const step of steps) assert.notMatch(step, /^SCAN|TEMP B-TREE/, `${step}\n${text}`)
      }
    }).pipe(Effect.provide(Live))
  )
})
