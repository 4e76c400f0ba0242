import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, type Layer, TestClock } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { waitingPath } from "~/effects/conversation/discussion/firstPosts"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { ownReplies } from "~/effects/conversation/discussion/ownReplies.server"
import { discussionCommands } from "~/effects/conversation/discussion/pages/commands.server"
import { threadPath } from "~/effects/conversation/discussion/place.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { FirstPostDecisions } from "~/effects/conversation/moderation/FirstPostDecisions.server"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { sweepWaitingPosts } from "~/effects/conversation/moderation/WaitingPostsRepo.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, atParams, post, scene, startThread, TODAY, visit, world } from "../discussion/world"

const SECRET = "Cheap shoes at shoes.example"
const words = (form: Readonly<Record<string, string>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.set(name, value)
  return data
}

describeOnBothDatabases("First posts", (database) => {
  const Live = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  /** A community whose members' first posts wait. Bo has posted nothing, Ada started a thread before. */
  const waiting = Effect.gen(function* () {
    const made = yield* scene
    const { target } = yield* startThread(made.as)
    const firstPosts = yield* FirstPosts
    const decisions = yield* FirstPostDecisions
    yield* firstPosts.setRule(yield* made.as("mo"), 1)
    /** Submits by the page's own command; returns where it leads. */
    const send = (who: "ada" | "bo", command: "reply" | "start", form: Readonly<Record<string, string>>, query = "") =>
      visit(
        `/community/detail/${made.community.id}/discussion${query}`,
        atParams(
          made.community.id,
          Effect.gen(function* () {
            const data = words(form)
            return command === "start" ? yield* discussionCommands.start(data) : yield* discussionCommands.reply(data)
          })
        ),
        { token: made.tokens[who] }
      ).pipe(Effect.map(({ value }) => value))
    const [bo, mo] = [yield* made.as("bo"), yield* made.as("mo")]
    const first = Effect.map(decisions.queue(mo), (queue) => queue?.posts[0] ?? assert.fail("no post waits"))
    return { ...made, target, firstPosts, decisions, send, bo, mo, first }
  })

  /** Everything of the database that mentions a text, by table. */
  const tablesWith = (text: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql.onDialectOrElse({
        pg: () => sql<{ readonly name: string }>`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
        orElse: () => sql<{ readonly name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      })
      const found: Array<string> = []
      for (const { name } of tables) {
        const rows = yield* sql`SELECT * FROM ${sql(name)}`
        if (JSON.stringify(rows).includes(text)) found.push(name)
      }
      return found.sort()
    })

  it.effect("wait in a table of their own, so that nothing else of the site knows them", () =>
    run(
      Effect.gen(function* () {
        const { as, bo, community, decisions, firstPosts, send } = yield* waiting
        const sql = yield* SqlClient.SqlClient
        const counts = sql`SELECT thread_count FROM communities WHERE id = ${community.id}`
        const events = sql`SELECT COUNT(*) AS n FROM activity_events`
        const before = [yield* counts, yield* events]
        const form = { ...post(SECRET, "A first thread of Bo"), key: "one" }
        assert.deepEqual(yield* send("bo", "start", form), { to: waitingPath(community.id) })
        // The same form again is the same post.
        yield* send("bo", "start", form)
        assert.deepEqual(yield* send("bo", "reply", { body: `${SECRET} @Ada`, parent: "" }, "?thread=1"), {
          to: waitingPath(community.id)
        })
        assert.deepEqual(yield* tablesWith(SECRET), ["waiting_posts"])
        assert.deepEqual([yield* counts, yield* events], before)
        assert.deepEqual(yield* sql`SELECT id FROM notifications`, [])
        const own = yield* firstPosts.own(bo)
        assert.deepEqual(own.map(({ title, type }) => [type, title]).sort(), [
          ["comment", "The north tank leaks"],
          ["thread", "A first thread of Bo"]
        ])
        assert.deepEqual(yield* firstPosts.own(yield* as("ada")), [])
        assert.deepEqual(yield* firstPosts.own(yield* as(null)), [])
        assert.isNull(yield* decisions.queue(bo))
        assert.isNull(yield* decisions.queue(yield* as(null)))
        assert.lengthOf((yield* decisions.queue(yield* as("mo")))?.posts ?? [], 2)
      })
    )
  )

  it.effect("are shown to their author alone, where the reply will be, without any count", () =>
    run(
      Effect.gen(function* () {
        const { as, bo, firstPosts, send, target } = yield* waiting
        const sql = yield* SqlClient.SqlClient
        const comments = yield* NewComments
        const ada = yield* as("ada")
        const [one = "", , two = ""] = yield* Effect.forEach(
          [
            ["One", ""],
            ["Under one", "one"],
            ["Two", ""]
          ] as const,
          ([body, parent]) =>
            Effect.gen(function* () {
              const [under] = parent === "" ? [] : yield* sql<{ readonly id: string }>`SELECT id FROM comments LIMIT 1`
              return yield* comments.add(ada, target, { body, parent: under?.id ?? "" }, null)
            })
        )
        const last = yield* sql<{ readonly id: string }>`SELECT id FROM comments WHERE body = 'Under one'`
        const pageOf = (who: Effect.Effect.Success<ReturnType<typeof as>>) => ownReplies(who, target, "a/place")
        const before = yield* Effect.flatMap(Comments, ({ page }) => page(bo, target, null))
        yield* send("bo", "reply", { body: "To one", parent: one }, "?thread=1")
        yield* TestClock.adjust("1 minute")
        yield* send("bo", "reply", { body: "At the end", parent: "" }, "?thread=1")
        const { draft, waiting: own } = yield* pageOf(bo)
        assert.isNull(draft)
        assert.deepEqual(
          own.map(({ after, isReply, text }) => [after, isReply, JSON.stringify(text).includes("To one")]),
          [
            [last[0]?.id ?? "", true, true],
            [null, false, false]
          ]
        )
        assert.notStrictEqual(own[0]?.after, two)
        for (const other of ["ada", "mo", "owner", null] as const) {
          assert.deepEqual(yield* pageOf(yield* as(other)), { draft: null, waiting: [] })
        }
        assert.deepEqual(yield* Effect.flatMap(Comments, ({ page }) => page(bo, target, null)), before)
        yield* (yield* Drafts).change(asAccount(bo.communityRole.account ?? ""), "a/place", () => ({ body: "begun" }))
        const both = yield* pageOf(bo)
        assert.deepInclude(both.draft, { data: { body: "begun" }, version: 1 })
        assert.lengthOf(both.waiting, 2)
        yield* sql`UPDATE waiting_posts SET refused_at = 1, refusal = 'No' WHERE parent = ''`
        assert.lengthOf((yield* pageOf(bo)).waiting, 1)
        assert.lengthOf(yield* firstPosts.own(bo), 2)
      })
    )
  )

  it.effect("are for those who have published fewer: not for others, moderators and the owner", () =>
    run(
      Effect.gen(function* () {
        const { as, bo, community, decisions, first, firstPosts, mo, send } = yield* waiting
        for (const who of ["ada", "mo", "owner", null] as const) {
          assert.isFalse(yield* firstPosts.mustWait(yield* as(who)), String(who))
        }
        assert.deepEqual(yield* send("ada", "start", post("Dry now.", "A second thread")), {
          to: threadPath(community.id, 2)
        })
        assert.isTrue(yield* firstPosts.mustWait(bo))
        yield* send("bo", "start", post())
        const { id, version } = yield* first
        yield* decisions.approve(mo, id, version)
        assert.isFalse(yield* firstPosts.mustWait(bo))
        yield* firstPosts.setRule(mo, 2)
        assert.isTrue(yield* firstPosts.mustWait(bo))
        yield* firstPosts.setRule(mo, 0)
        assert.isFalse(yield* firstPosts.mustWait(bo))
        assert.strictEqual((yield* Effect.flip(firstPosts.setRule(bo, 1))).code, "E-ROLE")
      })
    )
  )

  it.effect("are published with the time, the notifications and the counts of the approval", () =>
    run(
      Effect.gen(function* () {
        const { bo, community, decisions, first, mo, send, target } = yield* waiting
        const sql = yield* SqlClient.SqlClient
        yield* send("bo", "reply", { body: "It is the seam, @Ada Main.", parent: "" }, "?thread=1")
        yield* TestClock.adjust("2 hours")
        const { id, version } = yield* first
        const path = yield* decisions.approve(mo, id, version)
        assert.strictEqual(path, `${target.path}&at=${id}#c-${id}`)
        const page = yield* Effect.flatMap(Comments, (comments) => comments.page(bo, target, null))
        assert.deepEqual(
          page.comments.map(({ author, createdAt, isOwn }) => [author.name, createdAt, isOwn]),
          [["Bo Neighbour", TODAY + 2 * 3_600_000, true]]
        )
        const notified = yield* sql`SELECT account_address, type FROM notifications ORDER BY type`
        assert.deepEqual(notified, [
          { accountAddress: accountOf("Ada Main"), type: "mention" },
          { accountAddress: accountOf("Bo Neighbour"), type: "role" }
        ])
        assert.strictEqual((yield* Effect.flip(decisions.approve(mo, id, version))).code, "E-STATE")
        yield* send("bo", "start", post("Bo writes at once.", "A thread of Bo"))
        const row = yield* Effect.flatMap(Threads, (threads) => threads.row(bo, 2))
        assert.deepEqual([row.title, row.communityId], ["A thread of Bo", community.id])
        assert.deepEqual(yield* sql`SELECT id FROM waiting_posts`, [])
      })
    )
  )

  it.effect("are refused with words to the author, who can change and submit them again", () =>
    run(
      Effect.gen(function* () {
        const { bo, community, decisions, first, firstPosts, mo, send } = yield* waiting
        const sql = yield* SqlClient.SqlClient
        yield* send("bo", "start", post(SECRET, "Cheap shoes"))
        const { id, version } = yield* first
        yield* decisions.refuse(mo, id, version, "No advertising, please.")
        const [refused] = yield* firstPosts.own(bo)
        assert.strictEqual(refused?.refusal, "No advertising, please.")
        assert.lengthOf((yield* decisions.queue(mo))?.posts ?? [], 0)
        const [notification] = yield* sql`SELECT account_address, target, text FROM notifications`
        assert.strictEqual(notification?.accountAddress, accountOf("Bo Neighbour"))
        assert.strictEqual(notification?.target, waitingPath(community.id))
        const { entries } = yield* Effect.flatMap(ModerationLog, (log) => log.page(community.id, null))
        assert.deepEqual(
          entries.map(({ action, label, path, reason }) => [action, label, path, reason]),
          [["refuse-post", "A first post", null, "No advertising, please."]]
        )
        yield* firstPosts.edit(bo, id, version, { ...post("My shoes are wet."), title: "Wet shoes" })
        const again = yield* first
        assert.deepEqual([again.title, again.version], ["Wet shoes", version + 1])
        // A moderator decides about the text that they read.
        assert.strictEqual((yield* Effect.flip(decisions.approve(mo, id, version))).code, "E-STATE")
        assert.strictEqual((yield* Effect.flip(decisions.approve(mo, id, 2 ** 40))).code, "E-STATE")
        assert.strictEqual((yield* Effect.flip(decisions.refuse(mo, "\0", version, "No, thanks."))).code, "E-STATE")
        assert.strictEqual((yield* Effect.flip(firstPosts.edit(bo, id, 2 ** 40, { body: "x" }))).code, "E-STATE")
        assert.strictEqual((yield* Effect.flip(firstPosts.withdraw(bo, "\0"))).code, "E-STATE")
        yield* firstPosts.withdraw(bo, id)
        assert.strictEqual((yield* Effect.flip(decisions.approve(mo, id, again.version))).code, "E-STATE")
        assert.strictEqual((yield* Effect.flip(firstPosts.withdraw(bo, id))).code, "E-STATE")
      })
    )
  )

  it.effect("cannot be published where their author could not post, and are deleted after they left", () =>
    run(
      Effect.gen(function* () {
        const { as, decisions, first, mo, send, target, thread } = yield* Effect.gen(function* () {
          const made = yield* waiting
          const row = yield* Effect.flatMap(Threads, (threads) => threads.row(made.mo, 1))
          return { ...made, thread: row }
        })
        const sql = yield* SqlClient.SqlClient
        yield* send("bo", "reply", { body: "It is the seam.", parent: "" }, "?thread=1")
        const { id, version } = yield* first
        const why = (who: Inside) =>
          Effect.map(Effect.flip(decisions.approve(who, id, version)), ({ message }) => message)
        yield* Effect.flatMap(Moderation, (care) => care.setOpen(mo, thread, false, "It is dry again."))
        assert.include(yield* why(mo), "what it replies to was closed, hidden or removed")
        yield* Effect.flatMap(Moderation, (care) => care.setOpen(mo, thread, true, "It leaks again."))
        const bo = accountOf("Bo Neighbour")
        yield* sql`UPDATE memberships SET status = 'suspended', suspended_until = NULL WHERE account_address = ${bo}`
        assert.include(yield* why(mo), "its author may not write here any more")
        // Nothing of the failed approvals is left.
        const page = yield* Effect.flatMap(Comments, (comments) => comments.page(mo, target, null))
        assert.deepEqual(page.comments, [])
        assert.strictEqual((yield* first).id, id)
        yield* sql`DELETE FROM memberships WHERE account_address = ${bo}`
        assert.include(yield* why(mo), "its author is not a member any more")
        assert.lengthOf((yield* decisions.queue(yield* as("mo")))?.posts ?? [], 0)
        const sweep = yield* sweepWaitingPosts
        yield* sweep(TODAY)
        assert.deepEqual(yield* sql`SELECT id FROM waiting_posts`, [])
      })
    )
  )

  it.effect("are five of one author at most", () =>
    run(
      Effect.gen(function* () {
        const { send } = yield* waiting
        for (const n of [1, 2, 3, 4, 5]) yield* send("bo", "start", post(`Text ${n}`))
        const refused = yield* Effect.flip(send("bo", "start", post("Text 6")))
        assert.strictEqual(refused._tag, "TooManyWaiting")
      })
    )
  )
})
