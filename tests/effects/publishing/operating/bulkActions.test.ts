/** Many posts of an author are hidden and shown again in portions: each once, whatever crashes or is decided meanwhile. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { BulkActions } from "~/effects/publishing/operating/BulkActions.server"
import { PORTION } from "~/effects/publishing/operating/bulkAction"
import { ContentCare } from "~/effects/publishing/operating/ContentCare.server"
import { runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { Takedowns } from "~/effects/publishing/operating/Takedowns.server"
import { describeOnBothDatabases } from "../../../databases"
import { crossing } from "../../../overlapping"
import { found } from "../../activity/activity/world"
import { ANA, BEN, because, failureOf, logged, machine, sceneOn } from "./world"

const MANY = 2 * PORTION + 50
const SPAM = because("Sells shoes everywhere.")
const SORRY = because("They were hacked.")

/** A command's words with its reason. */
const run = (...words: ReadonlyArray<string>) => runCommandLine([...words, "--reason", SPAM.reason], machine)

/** Ids have no digits 0 and 1. */
const idOf = (n: number) =>
  `post${String(n).padStart(8, "0")}`.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")

/** Ana's replies in two communities, several with the same time; every ninth is hidden already. */
const spam = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const first = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: BEN })
  const second = yield* found({ slug: "solar-roof", name: "Solar Roof", ownerAddress: BEN })
  const common = { mentions: "[]", updatedAt: 1, createdAt: 1 }
  for (const [n, { id }] of [first, second].entries()) {
    yield* sql`INSERT INTO threads ${sql.insert({
      ...common,
      body: "Shoes?",
      author: BEN,
      shown: "visible",
      id: `thread${n}aaaaa`.replace("0", "b").replace("1", "c"),
      communityId: id,
      number: 3,
      title: "About shoes",
      searchText: "shoes",
      category: "general",
      state: "open",
      lastActivityAt: 1
    })}`
  }
  const rows = Array.from({ length: MANY + Math.ceil(MANY / 8) }, (_, n) => n)
  yield* Effect.forEach(
    Array.from({ length: Math.ceil(rows.length / 100) }, (_, n) => rows.slice(n * 100, n * 100 + 100)),
    (some) =>
      sql`INSERT INTO comments ${sql.insert(
        some.map((n) => ({
          ...common,
          body: "Shoes, cheap.",
          author: ANA,
          shown: n % 9 === 8 ? "hidden" : "visible",
          id: idOf(n),
          communityId: n % 3 === 0 ? second.id : first.id,
          targetType: "thread",
          targetId: n % 3 === 0 ? "threadcaaaaa" : "threadbaaaaa",
          rootSeq: n + 1,
          seq: n + 1,
          createdAt: 10 + Math.floor(n / 7)
        }))
      )}`
  )
  const total = rows.filter((n) => n % 9 !== 8).length
  assert.isAbove(total, 2 * PORTION)
  return { total, communities: [first.id, second.id] }
})

const shown = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly id: string; readonly shown: string }>`SELECT id, shown FROM comments ORDER BY id`
).pipe(Effect.map((rows) => rows.map((row) => `${row.id} ${row.shown}`)))
const visible = Effect.map(shown, (rows) => rows.filter((row) => row.endsWith(" visible")).length)

const notices = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly text: string }>`SELECT account_address, text FROM notifications`
).pipe(Effect.map((rows) => rows.map(({ text }) => text)))

/** Entries about single posts, with how many posts they are about. */
const entries = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT action, CAST(COUNT(*) AS INTEGER) AS many, CAST(COUNT(DISTINCT target_id) AS INTEGER) AS posts
    FROM moderation_actions WHERE target_type = 'comment' GROUP BY action ORDER BY action`
).pipe(Effect.map((rows) => rows.map((row) => ({ ...row }))))

/** What the communities' pages show, newest first. */
const publicLog = (communities: ReadonlyArray<string>) =>
  Effect.flatMap(ModerationLog, (log) =>
    Effect.forEach(communities, (id) =>
      Effect.map(log.page(CommunityId.make(id), null), (page) =>
        page.entries.map(({ action, label, reason }) => `${action} ${label}: ${reason}`)
      )
    )
  )

const workDue = Effect.flatMap(BulkActions, (bulk) => bulk.workDue)

/** The job on a server that is killed in the portion after some whole ones. */
const killedAfter = (portions: number) =>
  Effect.gen(function* () {
    const moderation = yield* Moderation
    let begun = 0
    const dying = Moderation.make({
      ...moderation,
      asOperators: {
        ...moderation.asOperators,
        // After its statements: the whole transaction is lost.
        changeAll: (...change) =>
          Effect.zipLeft(
            moderation.asOperators.changeAll(...change),
            Effect.suspend(() => (begun++ === portions ? Effect.die(new Error("killed")) : Effect.void))
          )
      }
    })
    const doomed = Layer.fresh(BulkActions.Default).pipe(Layer.provide(Layer.succeed(Moderation, dying)))
    yield* Effect.provide(workDue, doomed)
    // Until the work item may be tried again.
    yield* TestClock.adjust("61 seconds")
  })

const progress = Effect.map(
  Effect.flatMap(Takedowns, (takedowns) => takedowns.lists(10)),
  ({ running }) => running.map(({ done, kind, posts }) => `${kind} ${done}/${posts}`)
)

describeOnBothDatabases("A takedown of many posts", (database) => {
  const scene = sceneOn(database)

  it.effect("goes on after a crash, and hides and reports each post once", () =>
    scene(
      Effect.gen(function* () {
        const { communities, total } = yield* spam
        const takedowns = yield* Takedowns
        const sql = yield* SqlClient.SqlClient
        const { summary } = yield* takedowns.takeDown([ANA], null, SPAM)
        assert.strictEqual(summary, `Ana Ribeiro: Suspended, hiding ${total} posts in the background, ended 0 sessions`)
        assert.strictEqual((yield* (yield* AccountSuspensions).find(ANA))._tag, "Some")
        assert.strictEqual(yield* visible, total)
        assert.deepStrictEqual(yield* progress, [`take-down 0/${total}`])

        yield* killedAfter(1)
        assert.strictEqual(yield* visible, total - PORTION)
        assert.deepStrictEqual(yield* progress, [`take-down ${PORTION}/${total}`])
        assert.deepStrictEqual(yield* notices, [])
        assert.deepStrictEqual(yield* publicLog(communities), [[], []])
        assert.strictEqual(
          yield* failureOf(takedowns.takeDown([ANA], null, SPAM)),
          `E-STATE Ana Ribeiro: ${PORTION} of ${total} posts hidden so far. Undo it, or wait until that has ended.`
        )
        assert.match(
          (yield* runCommandLine(["takedowns"], machine))[0] ?? "",
          new RegExp(`${PORTION} of ${total} posts hidden so far`)
        )

        yield* workDue
        assert.strictEqual(yield* visible, 0)
        assert.deepStrictEqual(yield* progress, [])
        const after = yield* Effect.all([entries, notices, publicLog(communities)])
        const inSecond = Array.from({ length: MANY + Math.ceil(MANY / 8) }, (_, n) => n).filter(
          (n) => n % 9 !== 8 && n % 3 === 0
        ).length
        assert.deepStrictEqual<unknown>(after, [
          [{ action: "hide", many: total, posts: total }],
          [`${total} posts of yours were hidden by the operators of this site: ${SPAM.reason}`],
          [
            [`hide ${total - inSecond} posts of one author: ${SPAM.reason}`],
            [`hide ${inSecond} posts of one author: ${SPAM.reason}`]
          ]
        ])
        assert.deepStrictEqual<unknown>(
          yield* sql`SELECT type, CAST(COUNT(*) AS INTEGER) AS n FROM activity_events WHERE topic = 'moderation' GROUP BY type`,
          [{ type: "contentHiddenBySite", n: 2 }]
        )
        assert.deepStrictEqual(
          [...(yield* logged)].filter((line) => line.includes(" Hid ")),
          [`machine: ada: Hid ${total} posts on Ana Ribeiro (${SPAM.reason})`]
        )
        // A second run, and one of another server, find nothing.
        yield* workDue
        assert.deepStrictEqual(yield* Effect.all([entries, notices, publicLog(communities)]), after)
        assert.lengthOf(yield* sql`SELECT * FROM work_items`, 0)
        const { open } = yield* takedowns.lists(10)
        assert.deepStrictEqual(
          open.map(({ name, posts }) => [name, posts]),
          [["Ana Ribeiro", total]]
        )
      })
    )
  )

  it.effect("is undone exactly after any portion, also when the undoing is interrupted", () =>
    Effect.forEach(
      [0, 1, 2, 3],
      (portions) =>
        scene(
          Effect.gen(function* () {
            const { communities, total } = yield* spam
            const takedowns = yield* Takedowns
            const before = yield* shown
            yield* takedowns.takeDown([ANA], null, SPAM)
            yield* killedAfter(portions)
            const hidden = Math.min(total, portions * PORTION)
            assert.strictEqual(yield* visible, total - hidden)
            const { summary } = yield* takedowns.undo([ANA], SORRY)
            assert.strictEqual(
              summary,
              hidden > PORTION
                ? `Ana Ribeiro: Showing ${hidden} posts again in the background, lifted the suspension`
                : `Ana Ribeiro: Showed ${hidden} posts again, lifted the suspension`
            )
            assert.strictEqual((yield* (yield* AccountSuspensions).find(ANA))._tag, "None")
            if (hidden > PORTION) {
              assert.deepStrictEqual(yield* progress, [`undo-takedown 0/${hidden}`])
              yield* killedAfter(1)
              assert.strictEqual(yield* visible, total - hidden + PORTION)
              assert.strictEqual(
                yield* failureOf(takedowns.undo([ANA], SORRY)),
                `E-STATE Ana Ribeiro: ${PORTION} of ${hidden} posts shown again so far. Wait until that has ended.`
              )
              yield* workDue
            }
            assert.deepStrictEqual(yield* shown, before)
            yield* workDue
            assert.deepStrictEqual(yield* shown, before)
            assert.deepStrictEqual(yield* progress, [])
            assert.deepStrictEqual(yield* takedowns.lists(10), { running: [], open: [] })
            const counts =
              hidden === 0 ? [] : ["hide", "show"].map((action) => ({ action, many: hidden, posts: hidden }))
            assert.deepStrictEqual<unknown>(yield* entries, counts)
            const log = (yield* publicLog(communities)).map((lines) => lines.map((line) => line.split(" ")[0]).sort())
            assert.deepStrictEqual(
              log,
              hidden === 0
                ? [[], []]
                : [
                    ["hide", "show"],
                    ["hide", "show"]
                  ]
            )
            // The operator who stopped it is in the audit log; nobody is notified of a takedown that did not end.
            const isStopped = hidden < total
            assert.lengthOf(yield* notices, isStopped ? 0 : 1)
            assert.strictEqual(
              (yield* logged).includes(
                `machine: ada: Stopped: ${hidden} of ${total} posts hidden on Ana Ribeiro (${SORRY.reason})`
              ),
              isStopped
            )
          })
        ),
      { discard: true }
    )
  )

  it.effect("hides nothing more once it is undone, also by a server that has begun a portion", () =>
    scene(
      Effect.gen(function* () {
        yield* spam
        const takedowns = yield* Takedowns
        const sql = yield* SqlClient.SqlClient
        const before = yield* shown
        yield* takedowns.takeDown([ANA], null, SPAM)
        // Both wait for the action's row: the server has read its portion, and the undoing is first.
        const [undone, worked] = yield* crossing(
          sql`UPDATE bulk_actions SET done = done`,
          takedowns.undo([ANA], SORRY),
          workDue
        )
        assert.deepStrictEqual([undone._tag, worked._tag], ["Success", "Success"])
        assert.deepStrictEqual(yield* shown, before)
        assert.deepStrictEqual(yield* takedowns.lists(10), { running: [], open: [] })
      })
    )
  )

  it.effect("leaves what is decided or written after the order", () =>
    scene(
      Effect.gen(function* () {
        const { communities, total } = yield* spam
        const takedowns = yield* Takedowns
        const content = yield* ContentCare
        const sql = yield* SqlClient.SqlClient
        const [community] = communities
        const addressOf = (n: number) => `/community/detail/${community}/discussion?thread=3&at=${idOf(n)}`
        yield* takedowns.takeDown([ANA], null, SPAM)
        yield* killedAfter(1)
        // The oldest was hidden by it; the newest waits for a later portion.
        const newest = MANY
        yield* content.show(addressOf(1), because("Looked at again."))
        yield* content.hide(addressOf(newest), because("Looked at, too."))
        yield* content.show(addressOf(newest), because("Looked at again."))
        const [row] = yield* sql`SELECT * FROM comments WHERE id = ${idOf(1)}`
        const now = yield* TestClock.currentTimeMillis
        yield* sql`INSERT INTO comments ${sql.insert({ ...row, id: "written22222", shown: "visible", reason: null, seq: 9_999, rootSeq: 9_999, createdAt: now })}`
        yield* workDue
        const stays = ["written22222", idOf(1), idOf(newest)].map((id) => `${id} visible`)
        assert.sameMembers(
          (yield* shown).filter((each) => each.endsWith(" visible")),
          stays
        )
        assert.include(
          yield* logged,
          `machine: ada: Hid ${total - 1} posts; 1 post changed since and stayed as they are on Ana Ribeiro (${SPAM.reason})`
        )
        // And one that was hidden again stays hidden when it is undone.
        yield* TestClock.adjust("1 second")
        yield* content.hide(addressOf(1), because("Really."))
        yield* takedowns.undo([ANA], SORRY)
        yield* workDue
        const hidden = (yield* shown).filter((each) => each.endsWith(" hidden"))
        assert.include(hidden, `${idOf(1)} hidden`)
        assert.lengthOf(hidden, (yield* shown).length - total)
      })
    )
  )

  it.effect("has the commands that only hide and show, in the background as well", () =>
    scene(
      Effect.gen(function* () {
        const { total } = yield* spam
        const before = yield* shown
        assert.deepStrictEqual(yield* run("hide-posts", ANA, "--preview"), [
          `Hiding in the background Ana Ribeiro: ${total} posts.`,
          "This is a preview: nothing was changed."
        ])
        assert.deepStrictEqual(yield* progress, [])
        yield* run("hide-posts", ANA)
        yield* killedAfter(2)
        assert.strictEqual(yield* visible, total - 2 * PORTION)
        assert.deepStrictEqual(yield* run("show-posts", ANA), [
          `Showing again in the background Ana Ribeiro: ${2 * PORTION} posts.`
        ])
        yield* killedAfter(1)
        yield* workDue
        assert.deepStrictEqual(yield* shown, before)
        yield* run("hide-posts", ANA)
        yield* workDue
        assert.strictEqual(yield* visible, 0)
        assert.lengthOf(yield* notices, 1)
      })
    )
  )
})
