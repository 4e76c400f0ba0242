import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, type Layer, TestClock } from "effect"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { FollowerNotices } from "~/effects/conversation/discussion/FollowerNotices.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { allThreads } from "~/effects/conversation/discussion/listQuery"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { member, signIn } from "../../publishing/dashboard/visits"
import { accountOf, HOUR, insideAs, person, post, scene, startThread, TODAY, world } from "./world"

const say = (body: string, parent = "") => ({ body, parent })

describeOnBothDatabases("Discussion", (database) => {
  const Live = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  it.effect("numbers and counts a thread, makes its author follow it, and notifies those it mentions", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { as, community } = yield* scene
        const { number } = yield* startThread(as, post("What does @Bo Neighbour say?"))
        const again = yield* startThread(as, post("And the south tank?", "The other tank"))
        assert.deepEqual([number, again.number], [1, 2])
        const [counted] = yield* sql`SELECT thread_count FROM communities WHERE id = ${community.id}`
        assert.deepEqual(counted, { threadCount: 2 })
        const notified = yield* sql`SELECT account_address, type, target FROM notifications`
        assert.deepEqual(notified, [
          {
            accountAddress: accountOf("Bo Neighbour"),
            type: "mention",
            target: `/community/detail/${community.id}/discussion?thread=1`
          }
        ])
        const threads = yield* Threads
        const { thread } = again
        assert.strictEqual(threads.view(yield* as("ada"), thread).follow, "following")
        // A thread becomes one proposal, not two.
        assert.isTrue(yield* threads.becameProposal(community.id, 1, { id: "aaaaaaaaaaaa", number: 7 }))
        assert.isFalse(yield* threads.becameProposal(community.id, 1, { id: "bbbbbbbbbbbb", number: 8 }))
        assert.strictEqual((yield* threads.row(yield* as("bo"), 1)).proposalNumber, 7)
      })
    )
  )

  it.effect("shows replies under the first comment of their branch, oldest first, page by page both ways", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { target } = yield* startThread(as)
        const newComments = yield* NewComments
        const comments = yield* Comments
        const [ada, bo] = [yield* as("ada"), yield* as("bo")]
        const first = yield* newComments.add(bo, target, say("first"), null)
        const second = yield* newComments.add(ada, target, say("second"), null)
        const under = yield* newComments.add(ada, target, say("under first", first), null)
        yield* newComments.add(bo, target, say("deeper", under), null)
        const all = yield* comments.page(bo, target, null)
        assert.deepEqual(
          all.comments.map(({ author, isReply, replyTo, seq }) => [seq, isReply, author.name, replyTo]),
          [
            [1, false, "Bo Neighbour", null],
            [3, true, "Ada Main", null],
            [4, true, "Bo Neighbour", "Ada Main"],
            [2, false, "Ada Main", null]
          ]
        )
        assert.deepEqual([all.total, all.lastSeq, all.before, all.after], [4, 4, null, null])

        const one = yield* comments.page(bo, target, null, 2)
        assert.deepEqual([one.comments.map(({ seq }) => seq), one.before, one.after], [[1, 3], null, "1.3"])
        const two = yield* comments.page(bo, target, { after: { root: 1, seq: 3 } }, 2)
        assert.deepEqual([two.comments.map(({ seq }) => seq), two.before, two.after], [[4, 2], "1.4", null])
        const back = yield* comments.page(bo, target, { before: { root: 1, seq: 4 } }, 2)
        assert.deepEqual([back.comments.map(({ seq }) => seq), back.before, back.after], [[1, 3], null, "1.3"])
        const at = yield* comments.page(bo, target, { at: second }, 2)
        assert.deepEqual([at.comments.map(({ id }) => id), at.before], [[second], "2.2"])
      })
    )
  )

  it.effect("notifies followers of a reply once, and nobody who muted or left", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { as, community } = yield* scene
        const { target } = yield* startThread(as)
        const newComments = yield* NewComments
        const follows = yield* Follows
        const bo = yield* as("bo")
        yield* follows.follow(accountOf("Mo Derator"), target, "muted")
        yield* follows.follow(accountOf("A Stranger"), target, "following")
        yield* newComments.add(bo, target, say("one"), null)
        yield* newComments.add(bo, target, say("two"), null)
        yield* (yield* FollowerNotices).notifyDue
        const notified = yield* sql`SELECT account_address, type, times FROM notifications`
        assert.deepEqual(notified, [{ accountAddress: accountOf("Ada Main"), type: "reply", times: 2 }])
        const events =
          yield* sql`SELECT type, seq FROM activity_events WHERE community_id = ${community.id} ORDER BY seq`
        assert.deepEqual(
          events.map(({ type }) => type),
          ["threadStarted", "commented", "commented"]
        )
      })
    )
  )

  it.effect("stores a repeated request with one key once, and refuses other content under it", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { target } = yield* startThread(as)
        const newComments = yield* NewComments
        const comments = yield* Comments
        const newThreads = yield* ThreadEdits
        const bo = yield* as("bo")
        const twice = yield* Effect.all(
          [newComments.add(bo, target, say("once"), "a key"), newComments.add(bo, target, say("once"), "a key")],
          { concurrency: 2 }
        )
        assert.strictEqual(twice[0], twice[1])
        const other = yield* Effect.flip(newComments.add(bo, target, say("other"), "a key"))
        assert.deepEqual([other.status, other.code], [422, "E-KEY-REUSED"])
        const started = yield* Effect.all([newThreads.start(bo, post(), "key"), newThreads.start(bo, post(), "key")], {
          concurrency: 2
        })
        assert.deepEqual(started, [2, 2])
        assert.strictEqual((yield* comments.page(bo, target, null)).total, 1)
      })
    )
  )

  it.effect("limits new members to three threads and twenty comments a day, and allows more later", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const { target } = yield* startThread(as)
        const token = yield* person(community.id, "Nia New", "member", TODAY - HOUR)
        const nia = yield* insideAs(community.id, token)
        const newThreads = yield* ThreadEdits
        const newComments = yield* NewComments
        for (let n = 0; n < 3; n++) yield* newThreads.start(nia, post("Hello.", `Hello number ${n}`), null)
        const fourth = yield* Effect.flip(newThreads.start(nia, post(), null))
        assert.deepEqual(
          [fourth.status, fourth.message],
          [429, "You have reached today's limit of 3 threads. It resets at 21 Nov 2026, 12:00 UTC."]
        )
        for (let n = 0; n < 20; n++) yield* newComments.add(nia, target, say(`number ${n}`), null)
        const next = yield* Effect.flip(newComments.add(nia, target, say("more"), null))
        assert.include(next.message, "You have reached today's limit of 20 comments.")
        const picture = yield* Effect.flip(newThreads.start(nia, post("![x](/files/a/-/preview/1000x562/)"), null))
        assert.strictEqual(picture.status, 422)

        yield* TestClock.adjust("24 hours")
        yield* newThreads.start(nia, post(), null)
        yield* TestClock.adjust("72 hours")
        for (let n = 0; n < 20; n++) yield* newThreads.start(nia, post("![x](/files/a/-/preview/1000x562/)"), null)
        const last = yield* Effect.flip(newThreads.start(nia, post(), null))
        assert.include(last.message, "You have reached today's limit of 20 threads.")
      })
    )
  )

  it.effect("lets only members write, and tells everybody else what is missing", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const { target } = yield* startThread(as)
        const newComments = yield* NewComments
        const comments = yield* Comments
        const outsider = yield* insideAs(community.id, yield* member(accountOf("Una Known"), "Una Known"))
        const bare = yield* insideAs(community.id, yield* signIn(accountOf("No Profile")))
        const suspended = yield* member(accountOf("Sus Pended"), "Sus Pended")
        yield* join(community.id, accountOf("Sus Pended"), { status: "suspended", suspendedUntil: TODAY + HOUR })
        const refusals = []
        for (const who of [null, bare, outsider, yield* insideAs(community.id, suspended)]) {
          const refused = yield* Effect.flip(newComments.add(who ?? (yield* as(null)), target, say("hello"), null))
          refusals.push([refused.status, refused.code])
        }
        assert.deepEqual(refusals, [
          [401, "E-AUTH"],
          [403, "E-PROFILE"],
          [403, "E-MEMBER"],
          [403, "E-SUSPENDED"]
        ])
        assert.strictEqual((yield* comments.page(outsider, target, null)).total, 0)
      })
    )
  )

  it.effect("counts a repeated agreement once, and lets it be withdrawn", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { thread } = yield* startThread(as)
        const marks = yield* Marks
        const threads = yield* Threads
        const count = Effect.gen(function* () {
          const row = yield* threads.row(yield* as("bo"), 1)
          return [row.agreeCount, row.agreed !== null]
        })
        const ref = { type: "thread", id: thread.id } as const
        yield* marks.agree(accountOf("Bo Neighbour"), ref, true)
        yield* marks.agree(accountOf("Bo Neighbour"), ref, true)
        yield* marks.agree(accountOf("Mo Derator"), ref, true)
        assert.deepEqual(yield* count, [2, true])
        yield* marks.agree(accountOf("Bo Neighbour"), ref, false)
        yield* marks.agree(accountOf("Bo Neighbour"), ref, false)
        assert.deepEqual(yield* count, [1, false])
      })
    )
  )

  it.effect("lists pinned threads first, marks unread ones, and searches titles and texts", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const sql = yield* SqlClient.SqlClient
        const newThreads = yield* ThreadEdits
        const threads = yield* Threads
        const newComments = yield* NewComments
        const marks = yield* Marks
        const follows = yield* Follows
        const ada = yield* as("ada")
        for (let n = 1; n <= 5; n++) {
          yield* TestClock.adjust("1 minute")
          yield* newThreads.start(ada, post(`Text ${n} about Käse in Łódź, сыр, 치즈`, `Thread number ${n}`), null)
        }
        yield* sql`UPDATE threads SET pinned = 1 WHERE number = 2`
        const numbers = (query: Partial<typeof allThreads>, who: "ada" | "bo" = "bo", size = 20) =>
          Effect.gen(function* () {
            const { cards, next } = yield* threads.list(yield* as(who), { ...allThreads, ...query }, size)
            return { numbers: cards.map(({ number }) => number), next, unread: cards.filter((c) => c.isUnread).length }
          })
        const first = yield* numbers({}, "bo", 3)
        assert.deepEqual([first.numbers, first.unread], [[2, 5, 4], 3])
        assert.deepEqual((yield* numbers({ after: first.next }, "bo", 3)).numbers, [3, 1])
        for (const q of ["kase number 4", "LODZ 4", "СЫР 4", "치즈 4"])
          assert.deepEqual((yield* numbers({ q })).numbers, [4], q)
        for (const q of ["치킨", "%%%"]) assert.deepEqual((yield* numbers({ q })).numbers, [], q)
        assert.deepEqual((yield* numbers({ show: "mine" })).numbers, [])
        assert.deepEqual((yield* numbers({ show: "mine" }, "ada")).numbers, [2, 5, 4, 3, 1])
        assert.strictEqual((yield* numbers({}, "ada")).unread, 0)

        const bo = yield* as("bo")
        yield* TestClock.adjust("1 minute")
        yield* marks.markAllRead(accountOf("Bo Neighbour"), community.id)
        assert.deepEqual((yield* numbers({ show: "unread" })).numbers, [])
        yield* TestClock.adjust("1 minute")
        const third = yield* threads.row(bo, 3)
        const target = { type: "thread", id: third.id, title: third.title, path: "/x?thread=3" } as const
        yield* newComments.add(ada, target, say("news"), null)
        assert.deepEqual((yield* numbers({ show: "unread" })).numbers, [3])
        yield* follows.follow(accountOf("Bo Neighbour"), target, "muted")
        assert.deepEqual((yield* numbers({ show: "unread" })).numbers, [])
      })
    )
  )
})
