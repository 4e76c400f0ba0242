import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, type Layer, TestClock } from "effect"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { PostVersions } from "~/effects/conversation/discussion/PostVersions.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { describeOnBothDatabases } from "../../../databases"
import { editTogether } from "./commentPairs"
import { accountOf, post, scene, startThread, world } from "./world"

const edit = (body: string, version: number) => ({ ...post(body), version })

describeOnBothDatabases("Editing", (database) => {
  const Live = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  it.effect("leaves no mark for five minutes; later the earlier text is stored and shown", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { number } = yield* startThread(as, post("one"))
        const threadEdits = yield* ThreadEdits
        const { history } = yield* PostVersions
        const threads = yield* Threads
        const ada = yield* as("ada")
        yield* threadEdits.save(ada, number, edit("two", 1))
        const quiet = yield* threads.row(ada, number)
        assert.deepEqual([quiet.body, quiet.version, quiet.editedAt], ["two", 2, null])
        yield* TestClock.adjust("6 minutes")
        yield* threadEdits.save(ada, number, edit("two three", 2))
        yield* threadEdits.save(ada, number, edit("two three", 3))
        const marked = yield* threads.row(ada, number)
        assert.deepEqual([marked.version, marked.editedAt !== null], [3, true])
        const versions = yield* history("thread", marked)
        assert.deepEqual(
          versions.map(({ changes, version }) => [
            version,
            changes.filter(({ kind }) => kind !== "same").map(({ text }) => text)
          ]),
          [
            [3, [" three"]],
            [2, []]
          ]
        )
      })
    )
  )

  it.effect("tells the second of two editors and shows both texts, and the first text stays", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { number, target } = yield* startThread(as, post("one"))
        const threadEdits = yield* ThreadEdits
        const commentEdits = yield* CommentEdits
        const newComments = yield* NewComments
        const ada = yield* as("ada")
        yield* threadEdits.save(ada, number, edit("first", 1))
        const late = yield* Effect.flip(threadEdits.save(ada, number, edit("second", 1)))
        assert.deepEqual([late.status, late.code], [409, "E-STALE"])
        assert.strictEqual(late.message, "Someone changed this meanwhile. Your text is kept; compare and save again.")
        assert.deepInclude("stored" in late ? late.stored : {}, { body: "first", version: "2" })
        const id = yield* newComments.add(ada, target, { body: "a", parent: "" }, null)
        yield* commentEdits.save(ada, target, id, { body: "b", version: 1 })
        const stale = yield* Effect.flip(commentEdits.save(ada, target, id, { body: "c", version: 1 }))
        assert.deepEqual("stored" in stale ? stale.stored : {}, { body: "b", version: "2" })
      })
    )
  )

  it.effect("saves exactly one of several concurrent edits, and loses nothing (docs/goals.md B3)", () =>
    run(
      Effect.gen(function* () {
        assert.deepEqual(yield* editTogether(60), { wrong: 0, kept: 60 })
      })
    )
  )

  it.effect("links and notifies a person who is mentioned in an edit, once", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { as, community } = yield* scene
        const { number, target } = yield* startThread(as, post("one"))
        const threadEdits = yield* ThreadEdits
        const commentEdits = yield* CommentEdits
        const newComments = yield* NewComments
        const comments = yield* Comments
        const ada = yield* as("ada")
        const notified = sql`SELECT account_address, type, target, times, text FROM notifications ORDER BY created_at`
        yield* threadEdits.save(ada, number, edit("`@Bo Neighbour`", 1))
        assert.deepEqual(yield* notified, [])
        yield* threadEdits.save(ada, number, edit("Ask @Bo Neighbour", 2))
        const ofThread = {
          accountAddress: accountOf("Bo Neighbour"),
          type: "mention",
          target: `/community/detail/${community.id}/discussion?thread=1`,
          times: 1,
          text: "Ada Main mentioned you in “The north tank leaks”."
        }
        assert.deepEqual(yield* notified, [ofThread])
        // Removed and mentioned again, with more text: nobody is notified twice.
        yield* threadEdits.save(ada, number, edit("Ask somebody", 3))
        yield* threadEdits.save(ada, number, edit("Ask @Bo Neighbour, please", 4))
        assert.deepEqual(yield* notified, [ofThread])

        const id = yield* newComments.add(ada, target, { body: "Hello @Bo Neighbour", parent: "" }, null)
        yield* sql`DELETE FROM notifications`
        yield* commentEdits.save(ada, target, id, { body: "Hello @Bo Neighbour and @Mo Derator", version: 1 })
        const [one, ...others] = yield* notified
        assert.deepInclude(one, { accountAddress: accountOf("Mo Derator"), type: "mention", times: 1 })
        assert.include(String(one?.target), id)
        assert.deepEqual(others, [])
        const page = yield* comments.page(ada, target, null)
        assert.include(JSON.stringify(page.comments[0]?.text), `/userDashboard/userProfile/${accountOf("Mo Derator")}`)
      })
    )
  )

  it.effect("refuses an invisible text, new or edited", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { number, target } = yield* startThread(as, post("one"))
        const newComments = yield* NewComments
        const threadEdits = yield* ThreadEdits
        const ada = yield* as("ada")
        for (const body of ["#", ">", "> >", "```\n```", "&#8203;"]) {
          const refused = yield* Effect.flip(newComments.add(ada, target, { body, parent: "" }, null))
          assert.deepEqual("fields" in refused ? refused.fields : refused, { body: "Please write something." }, body)
        }
        const edited = yield* Effect.flip(threadEdits.save(ada, number, edit("#", 1)))
        assert.deepEqual("fields" in edited ? edited.fields : edited, { body: "Please write something." })
        yield* newComments.add(ada, target, { body: "---", parent: "" }, null)
        yield* newComments.add(ada, target, { body: "![](/files/a/)", parent: "" }, null)
      })
    )
  )

  it.effect("removes the text with all its versions, and leaves a placeholder", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const sql = yield* SqlClient.SqlClient
        const { number, target } = yield* startThread(as, post("a secret"))
        const commentEdits = yield* CommentEdits
        const threadEdits = yield* ThreadEdits
        const newComments = yield* NewComments
        const comments = yield* Comments
        const threads = yield* Threads
        const [ada, bo] = [yield* as("ada"), yield* as("bo")]
        const id = yield* newComments.add(bo, target, { body: "another secret", parent: "" }, null)
        yield* TestClock.adjust("6 minutes")
        yield* commentEdits.save(bo, target, id, { body: "changed", version: 1 })
        const strange = yield* Effect.flip(commentEdits.remove(ada, target, id))
        assert.deepEqual([strange.status, strange.code], [403, "E-ROLE"])
        yield* commentEdits.remove(bo, target, id)
        yield* threadEdits.remove(ada, number)
        const page = yield* comments.page(ada, target, null)
        assert.deepEqual(
          page.comments.map(({ shown, text }) => [shown, text]),
          [["removed", []]]
        )
        const left = JSON.stringify([
          yield* sql`SELECT * FROM threads`,
          yield* sql`SELECT * FROM comments`,
          yield* sql`SELECT * FROM post_versions`
        ])
        assert.notInclude(left, "secret")
        assert.notInclude(left, "changed")
        assert.deepEqual(
          (yield* threads.list(ada, { q: "", category: null, state: null, show: null, after: null })).cards,
          []
        )
        const [counted] = yield* sql`SELECT thread_count FROM communities WHERE id = ${community.id}`
        assert.deepEqual(counted, { threadCount: 0 })
        const again = yield* Effect.flip(threadEdits.remove(ada, number))
        assert.strictEqual(again.message, "This post is removed; removing is no longer possible.")
      })
    )
  )

  it.effect("finds a comment only in its own conversation", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const one = yield* startThread(as)
        const other = yield* startThread(as, post("x", "Another thread"))
        const newComments = yield* NewComments
        const commentEdits = yield* CommentEdits
        const bo = yield* as("bo")
        const id = yield* newComments.add(bo, one.target, { body: "here", parent: "" }, null)
        const edited = yield* Effect.flip(commentEdits.save(bo, other.target, id, { body: "there", version: 1 }))
        const comment = yield* Effect.flip(newComments.add(bo, other.target, { body: "there", parent: id }, null))
        assert.deepEqual([edited.status, comment.status], [404, 404])
      })
    )
  )
})
