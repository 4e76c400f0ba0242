/** Followers are notified of comments after these were stored: all of them, each once, whatever crashes in between. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { newsByReader, newsFor, type Reply } from "~/effects/conversation/discussion/CommentNotificationsRepo.server"
import { FollowerNotices } from "~/effects/conversation/discussion/FollowerNotices.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, person, scene, startThread, world } from "./world"

const say = (body: string) => ({ body, parent: "" })
const FOLLOWERS = 210

describeOnBothDatabases("followers of a conversation", (database) => {
  const Live = world(database)

  const crowd = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const made = yield* scene
    const { target } = yield* startThread(made.as)
    const follows = yield* Follows
    for (let n = 0; n < FOLLOWERS; n++) {
      const name = `Reader ${String(n).padStart(3, "0")}`
      yield* person(made.community.id, name)
      const account = accountOf(name)
      yield* follows.follow(account, target, "following")
    }
    const notified = Effect.map(
      sql<{ readonly accountAddress: string; readonly times: number; readonly text: string }>`
        SELECT account_address, times, text FROM notifications WHERE type = 'reply' ORDER BY account_address`,
      (rows) => rows.map((row) => ({ ...row, times: Number(row.times) }))
    )
    return { ...made, target, notified, sql }
  })

  it.effect("are all notified after the comment, once for several comments", () =>
    Effect.gen(function* () {
      const { as, sql, target, notified } = yield* crowd
      const { add } = yield* NewComments
      const { notifyDue } = yield* FollowerNotices
      const bo = yield* as("bo")
      yield* add(bo, target, say("one"), null)
      assert.lengthOf(yield* notified, 0)
      yield* add(bo, target, say("two"), null)
      yield* TestClock.adjust("1 second")
      yield* add(yield* as("mo"), target, say("three"), null)
      yield* notifyDue
      const rows = yield* notified
      // The readers, Ada who wrote the thread, and Bo of what Mo wrote.
      assert.lengthOf(rows, FOLLOWERS + 2)
      const of = (name: string) => rows.find(({ accountAddress }) => accountAddress === accountOf(name))
      assert.deepInclude(of("Reader 000"), { times: 3, text: "Mo Derator replied in “The north tank leaks”." })
      assert.deepInclude(of("Bo Neighbour"), { times: 1 })
      yield* notifyDue
      assert.deepEqual(yield* notified, rows)
      assert.lengthOf(yield* sql`SELECT * FROM comment_notifications`, 0)
      assert.lengthOf(yield* sql`SELECT * FROM work_items`, 0)
      // Within ten minutes it is one entry whose count grows.
      yield* add(bo, target, say("four"), null)
      yield* notifyDue
      assert.strictEqual(
        (yield* notified).find(({ accountAddress }) => accountAddress === accountOf("Reader 000"))?.times,
        4
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("are all notified once when the server crashed midway and another continues", () =>
    Effect.gen(function* () {
      const { as, target, notified } = yield* crowd
      const { add } = yield* NewComments
      const notifications = yield* Notifications
      yield* add(yield* as("bo"), target, say("one"), null)
      let pages = 0
      const dying = Notifications.make({
        ...notifications,
        notifyAll: (page) => (++pages === 2 ? Effect.die(new Error("killed")) : notifications.notifyAll(page))
      })
      const doomed = Layer.fresh(FollowerNotices.Default).pipe(Layer.provide(Layer.succeed(Notifications, dying)))
      yield* Effect.flatMap(FollowerNotices, ({ notifyDue }) => notifyDue).pipe(Effect.provide(doomed))
      const some = (yield* notified).length
      assert.isTrue(some > 0 && some < FOLLOWERS)
      // Another comment arrives before anybody continues: it waits for the next round.
      yield* add(yield* as("mo"), target, say("two"), null)
      yield* TestClock.adjust("61 seconds")
      yield* Effect.flatMap(FollowerNotices, ({ notifyDue }) => notifyDue)
      const rows = yield* notified
      assert.lengthOf(rows, FOLLOWERS + 2)
      const readers = rows.filter(({ accountAddress }) => accountAddress.includes("reader"))
      assert.deepEqual([...new Set(readers.map(({ times }) => times))], [2])
    }).pipe(Effect.provide(Live))
  )
})

const reply = (author: string, createdAt = 10, named: ReadonlyArray<string> = []): Reply => ({
  author: asAccount(author),
  name: `${author}'s name`,
  named,
  createdAt
})

it("followers are not notified of their own comments, of those that mention them, or of earlier ones", () => {
  const replies = [reply("ana"), reply("ben", 20, ["cho"]), reply("ana", 30)]
  const of = (account: string, since = 0) => newsFor(replies, { account: asAccount(account), since })
  assert.deepEqual(of("dev"), { name: "ana's name", times: 3 })
  assert.deepEqual(of("ana"), { name: "ben's name", times: 1 })
  assert.deepEqual(of("cho"), { name: "ana's name", times: 2 })
  assert.deepEqual(of("eva", 25), { name: "ana's name", times: 1 })
  assert.isNull(of("fay", 40))
  assert.deepEqual(
    newsByReader(replies, [
      { account: asAccount("dev"), since: 0 },
      { account: asAccount("gil"), since: 0 },
      { account: asAccount("fay"), since: 40 },
      { account: asAccount("ana"), since: 0 }
    ]).map(({ times, to }) => [times, to]),
    [
      [3, ["dev", "gil"]],
      [1, ["ana"]]
    ]
  )
})
