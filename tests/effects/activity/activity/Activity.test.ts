import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, PubSub, Queue, TestClock } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, TODAY, world } from "./world"

const ANA = asAccount("account_tdx_2_ana")

describeOnBothDatabases("Activity.record", (database) => {
  const prepared = Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
    const { id } = yield* found({ slug: "night-film" })
    yield* join(id, ANA)
    const joined = { communityId: id, actor: ANA, type: "joined", target: `/community/detail/${id}/members` } as const
    return { activity, id, joined, sql }
  })

  it.effect("numbers events within the community, updates its activity and counts the day's figures", () =>
    Effect.gen(function* () {
      const { activity, id, joined, sql } = yield* prepared
      assert.strictEqual(yield* activity.record({ ...joined, visibility: "public" }), 1)
      yield* TestClock.adjust("1 minute")
      const thread = { ...joined, type: "threadStarted", data: { title: "A winter programme" } } as const
      assert.strictEqual(yield* activity.record({ ...thread, visibility: "members" }), 2)
      const [community] = yield* sql`SELECT active_at FROM communities WHERE id = ${id}`
      assert.deepStrictEqual(community, { activeAt: TODAY + 60_000 })
      const days = yield* sql`SELECT members, posts, events FROM community_days WHERE community_id = ${id}`
      assert.deepStrictEqual(days, [{ members: 1, posts: 1, events: 2 }])
      const events = yield* sql`SELECT seq, topic, reach, data FROM activity_events ORDER BY seq`
      assert.deepStrictEqual(events, [
        { seq: 1, topic: "people", reach: 0, data: "{}" },
        { seq: 2, topic: "discussion", reach: 1, data: '{"title":"A winter programme"}' }
      ])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("does not reveal to the directory what only moderators see", () =>
    Effect.gen(function* () {
      const { activity, id, joined, sql } = yield* prepared
      yield* activity.record({ ...joined, type: "applied", visibility: "moderators" })
      const [community] = yield* sql`SELECT active_at FROM communities WHERE id = ${id}`
      assert.deepStrictEqual(community, { activeAt: 1 })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is undone with the write it records, and its number is used again", () =>
    Effect.gen(function* () {
      const { activity, joined, sql } = yield* prepared
      const undone = activity
        .record({ ...joined, visibility: "public" })
        .pipe(Effect.zipRight(Effect.fail("refused" as const)), atomically(sql), Effect.flip)
      assert.strictEqual(yield* undone, "refused")
      assert.strictEqual(yield* activity.record({ ...joined, visibility: "public" }), 1)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("numbers concurrent events without gaps or duplicates", () =>
    Effect.gen(function* () {
      const { activity, joined, sql } = yield* prepared
      const write = atomically(sql)(activity.record({ ...joined, visibility: "public" }))
      const numbers = yield* Effect.all(
        Array.from({ length: 20 }, () => write),
        { concurrency: 8 }
      )
      assert.deepStrictEqual(
        [...numbers].sort((a, b) => a - b),
        Array.from({ length: 20 }, (_, index) => index + 1)
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("notifies listeners on this server", () =>
    Effect.gen(function* () {
      const { activity, id, joined } = yield* prepared
      const heard = yield* PubSub.subscribe(activity.news)
      yield* activity.record({ ...joined, visibility: "public" })
      assert.deepStrictEqual(yield* Queue.poll(heard), Option.some(id))
    }).pipe(Effect.scoped, Effect.provide(world(database)))
  )
})
