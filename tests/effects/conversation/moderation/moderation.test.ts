import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, type Layer, TestClock } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { threadPath } from "~/effects/conversation/discussion/place.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import type { ThreadRow } from "~/effects/conversation/discussion/ThreadsRepo.server"
import type { ModeratedPost } from "~/effects/conversation/moderation/Moderation"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { reportQueue } from "~/effects/conversation/moderation/pages/moderation.server"
import { Reports } from "~/effects/conversation/moderation/Reports.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, person, post, scene, startThread, world } from "../discussion/world"

const asPost = (who: Inside, thread: ThreadRow): ModeratedPost => ({
  type: "thread",
  id: thread.id,
  author: thread.author,
  authorRole: thread.authorRole,
  shown: thread.shown,
  title: thread.title,
  path: threadPath(who.community.id, thread.number)
})

describeOnBothDatabases("Moderation", (database) => {
  const Live = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  /** The thread as it is now. */
  const now = (who: Inside, number = 1) =>
    Effect.flatMap(Threads, (threads) =>
      Effect.map(threads.row(who, number), (row) => ({ row, post: asPost(who, row) }))
    )

  it.effect("hides with a public reason, notifies the author, and shows again", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { as, community } = yield* scene
        yield* startThread(as)
        const moderation = yield* Moderation
        const log = yield* ModerationLog
        const mo = yield* as("mo")
        yield* moderation.hide(mo, (yield* now(mo)).post, "advertises a shop")
        const hidden = (yield* now(mo)).row
        assert.deepEqual([hidden.shown, hidden.reason], ["hidden", "advertises a shop"])
        const again = yield* Effect.flip(moderation.hide(mo, (yield* now(mo)).post, "advertises a shop"))
        assert.strictEqual(again.message, "This thread is hidden; hiding is no longer possible.")
        yield* TestClock.adjust("1 minute")
        yield* moderation.show(mo, (yield* now(mo)).post, "it was no shop")
        assert.strictEqual((yield* now(mo)).row.shown, "visible")
        const { entries } = yield* log.page(community.id, null)
        assert.deepEqual(
          entries.map(({ action, actor, reason }) => [action, actor?.name, reason]),
          [
            ["show", "Mo Derator", "it was no shop"],
            ["hide", "Mo Derator", "advertises a shop"]
          ]
        )
        const notified = yield* sql`SELECT account_address, type FROM notifications`
        assert.deepEqual(notified, [{ accountAddress: accountOf("Ada Main"), type: "role" }])
      })
    )
  )

  it.effect("lets moderators act on members, the owner on all others, and nobody on themselves", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        yield* person(community.id, "Max Derator", "moderator")
        const newThreads = yield* ThreadEdits
        const moderation = yield* Moderation
        const people = { owner: yield* as("owner"), mo: yield* as("mo"), ada: yield* as("ada") }
        for (const who of [people.owner, people.mo, people.ada]) yield* newThreads.start(who, post(), null)
        const may = (who: Inside, number: number) =>
          Effect.gen(function* () {
            const { post } = yield* now(who, number)
            const ended = yield* Effect.either(moderation.hide(who, post, "a good reason"))
            if (ended._tag === "Left") return ended.left.status
            yield* moderation.show(who, (yield* now(who, number)).post, "back again")
            return 200
          })
        const table = []
        for (const who of [people.owner, people.mo, people.ada]) {
          table.push([yield* may(who, 1), yield* may(who, 2), yield* may(who, 3)])
        }
        assert.deepEqual(table, [
          [403, 200, 200],
          [403, 403, 200],
          [403, 403, 403]
        ])
      })
    )
  )

  it.effect("stops replies to a closed thread, which its author opens again only if they closed it", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const { target } = yield* startThread(as)
        const care = yield* Moderation
        const newComments = yield* NewComments
        const comments = yield* Comments
        const log = yield* ModerationLog
        const [ada, bo, mo] = [yield* as("ada"), yield* as("bo"), yield* as("mo")]
        yield* care.setOpen(ada, (yield* now(ada)).row, false, "")
        const refused = yield* Effect.flip(newComments.add(bo, target, { body: "late", parent: "" }, null))
        assert.deepEqual(
          [refused.status, refused.message],
          [409, "This thread is closed; replying is no longer possible."]
        )
        assert.strictEqual((yield* comments.page(bo, target, null)).total, 0)
        yield* care.setOpen(ada, (yield* now(ada)).row, true, "")
        assert.deepEqual((yield* log.page(community.id, null)).entries, [])
        yield* care.setOpen(mo, (yield* now(mo)).row, false, "off the subject")
        const own = yield* Effect.flip(care.setOpen(ada, (yield* now(ada)).row, true, ""))
        assert.strictEqual(own.status, 403)
        assert.strictEqual((yield* log.page(community.id, null)).entries[0]?.action, "close")
        assert.strictEqual((yield* Effect.flip(care.pin(ada, (yield* now(ada)).row, true))).status, 403)
        yield* care.pin(mo, (yield* now(mo)).row, true)
        assert.isTrue((yield* now(mo)).row.pinned)
      })
    )
  )

  it.effect("shows a report to moderators only, once for each person, and lets another person decide it", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { as } = yield* scene
        yield* startThread(as)
        const reports = yield* Reports
        const moderation = yield* Moderation
        const form = { reason: "spam", note: "third time" } as const
        const [ada, bo, mo, owner] = [yield* as("ada"), yield* as("bo"), yield* as("mo"), yield* as("owner")]
        const { post: reported } = yield* now(bo)
        yield* reports.report(bo, reported, form)
        yield* reports.report(mo, reported, form)
        assert.strictEqual(
          (yield* Effect.flip(reports.report(bo, reported, form))).message,
          "You have already reported this post. The moderators will look at it."
        )
        assert.strictEqual((yield* Effect.flip(reports.report(ada, reported, form))).code, "E-SELF")
        assert.isNull(yield* reportQueue(bo, null))
        const queue = yield* reportQueue(mo, null)
        const [first] = queue?.reports ?? []
        assert.deepEqual(
          queue?.reports.map(({ author, note, reporter }) => [author.name, reporter.name, note]),
          [
            ["Ada Main", "Bo Neighbour", "third time"],
            ["Ada Main", "Mo Derator", "third time"]
          ].sort(() => (first?.reporter.name === "Bo Neighbour" ? 0 : -1))
        )
        const id = first?.id ?? ""
        const own = yield* Effect.flip(reports.decide(mo, id, "upheld", "it is spam"))
        assert.strictEqual(own.message, "You reported this post yourself. Another moderator must decide.")
        assert.strictEqual((yield* Effect.flip(moderation.hide(mo, reported, "it is spam"))).code, "E-SELF")
        assert.strictEqual((yield* Effect.flip(reports.decide(bo, id, "upheld", "it is spam"))).status, 403)
        assert.strictEqual((yield* Effect.flip(reports.decide(owner, "nothing", "upheld", "it is spam"))).status, 404)
        yield* reports.decide(owner, id, "upheld", "it is spam")
        const states = yield* sql`SELECT DISTINCT status FROM reports`
        assert.deepEqual(states, [{ status: "upheld" }])
        assert.strictEqual((yield* now(owner)).row.shown, "hidden")
        const late = yield* Effect.flip(reports.decide(owner, id, "dismissed", "it is fine"))
        assert.strictEqual(late.message, "This report is upheld; deciding is no longer possible.")
        assert.deepEqual((yield* reportQueue(owner, null))?.reports, [])
        const secret = yield* sql`SELECT visibility FROM activity_events WHERE type = 'reported'`
        assert.deepEqual(secret, [{ visibility: "moderators" }, { visibility: "moderators" }])
      })
    )
  )

  it.effect("limits one person to twenty reports a day", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { target } = yield* startThread(as)
        const newComments = yield* NewComments
        const reports = yield* Reports
        const [ada, bo] = [yield* as("ada"), yield* as("bo")]
        const refusals: Array<string> = []
        for (let n = 0; n < 21; n++) {
          const id = yield* newComments.add(ada, target, { body: `reply ${n}`, parent: "" }, null)
          const reported: ModeratedPost = {
            type: "comment",
            id,
            author: accountOf("Ada Main"),
            authorRole: "member",
            shown: "visible",
            title: target.title,
            path: target.path
          }
          const ended = yield* Effect.either(reports.report(bo, reported, { reason: "other", note: "" }))
          if (ended._tag === "Left") refusals.push(ended.left.message)
        }
        assert.deepEqual(refusals, [
          "You have reached today's limit of 20 reports. It resets at 21 Nov 2026, 12:00 UTC."
        ])
      })
    )
  )
})
