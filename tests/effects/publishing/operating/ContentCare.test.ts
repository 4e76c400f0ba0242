import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { ContentCare } from "~/effects/publishing/operating/ContentCare.server"
import { runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { describeOnBothDatabases } from "../../../databases"
import { found, join } from "../../activity/activity/world"
import { ANA, BEN, because, failureOf, logged, machine, sceneOn } from "./world"

const THREAD = "threadaaaaaa"
const REPLY = "replyaaaaaaa"
const common = { author: ANA, body: "Shoes, cheap.", mentions: "[]", shown: "visible", createdAt: 1, updatedAt: 1 }

/** A community with a thread and a reply in it. */
const place = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: ANA })
  yield* join(id, ANA, { role: "owner" })
  yield* sql`INSERT INTO threads ${sql.insert({
    ...common,
    id: THREAD,
    communityId: id,
    number: 3,
    title: "Shoes for everybody",
    searchText: "shoes",
    category: "general",
    state: "open",
    lastActivityAt: 1
  })}`
  yield* sql`INSERT INTO comments ${sql.insert({
    ...common,
    id: REPLY,
    communityId: id,
    targetType: "thread",
    targetId: THREAD,
    rootSeq: 1,
    seq: 1
  })}`
  return { id, thread: `/community/detail/${id}/discussion?thread=3` }
})

describeOnBothDatabases("Content hidden by operators", (database) => {
  const scene = sceneOn(database)
  const run = (...words: ReadonlyArray<string>) => runCommandLine(words, machine)

  it.effect(
    "includes all posts of some people with one command after a preview, and is restored except for what moderators hid",
    () =>
      scene(
        Effect.gen(function* () {
          const { id, thread } = yield* place
          const sql = yield* SqlClient.SqlClient
          const shown = Effect.map(
            sql<{ readonly id: string; readonly shown: string }>`SELECT id, shown FROM threads
            UNION ALL SELECT id, shown FROM comments ORDER BY id`,
            (rows) => rows.map((row) => `${row.id} ${row.shown}`)
          )
          const second = {
            ...common,
            author: BEN,
            targetType: "thread",
            targetId: THREAD,
            communityId: id,
            rootSeq: 2,
            seq: 2
          }
          yield* sql`INSERT INTO comments ${sql.insert({ ...second, id: "byben2222222", createdAt: 2 })}`
          yield* sql`INSERT INTO comments ${sql.insert({ ...second, id: "hidden333333", seq: 3, createdAt: 3, shown: "hidden" })}`
          const why = ["--reason", "Sells shoes in every thread."]
          assert.match(String(yield* Effect.flip(run("posts", ANA))), /This is logged and requires a reason\./)
          assert.deepEqual(
            (yield* run("posts", ANA, ...why)).map((line) => line.replace(/^.*UTC +/, "").replace(/ {2,}/g, " | ")),
            [
              `thread | visible | Night Film Club | “Shoes for everybody” | ${thread}`,
              `reply | visible | Night Film Club | “Shoes for everybody” | ${thread}&at=${REPLY}#c-${REPLY}`
            ]
          )
          const before = yield* shown
          assert.deepEqual(yield* run("hide-posts", ANA, BEN, "--preview"), [
            "Hid Ana Ribeiro: 2 posts, Ben Okafor: 1 post.",
            "This is a preview: nothing was changed."
          ])
          assert.deepEqual(yield* shown, before)
          const check = "machine: ada: Viewed their posts on Ana Ribeiro (Sells shoes in every thread.)"
          assert.deepEqual(yield* logged, [check])

          assert.deepEqual(yield* run("hide-posts", ANA, BEN, ...why), [
            "Hid Ana Ribeiro: 2 posts, Ben Okafor: 1 post."
          ])
          assert.isTrue((yield* shown).every((row) => row.endsWith(" hidden")))
          assert.sameMembers(
            [...(yield* logged)],
            [
              check,
              "machine: ada: Hid 1 post on Ben Okafor (Sells shoes in every thread.)",
              "machine: ada: Hid 2 posts on Ana Ribeiro (Sells shoes in every thread.)"
            ]
          )
          assert.deepEqual(yield* run("show-posts", BEN, ANA, ...why), [
            "Showed again Ben Okafor: 1 post, Ana Ribeiro: 2 posts."
          ])
          assert.deepEqual(yield* shown, before)
        })
      )
  )

  it.effect("comes with a command that suspends ten accounts, all or none, and readmits them", () =>
    scene(
      Effect.gen(function* () {
        const suspensions = Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT account_address FROM account_suspensions ORDER BY account_address`
        )
        const why = ["--reason", "Ten accounts of one shop."]
        const refused = yield* Effect.flip(run("suspend", ANA, BEN, "Olu Fashola", ...why))
        assert.match(refused.message, /operator/)
        assert.lengthOf(yield* suspensions, 0)
        assert.deepEqual(yield* run("suspend", ANA, BEN, "--days", "7", "--preview"), [
          "Ana Ribeiro: Suspended until 27 Nov 2026, 12:00 UTC. Ben Okafor: Suspended until 27 Nov 2026, 12:00 UTC.",
          "This is a preview: nothing was changed."
        ])
        assert.lengthOf(yield* suspensions, 0)
        yield* run("suspend", ANA, BEN, ...why)
        assert.lengthOf(yield* suspensions, 2)
        assert.deepEqual(yield* run("unsuspend", ANA, BEN, ...why), [
          "Ana Ribeiro: Ended the suspension. Ben Okafor: Ended the suspension."
        ])
        assert.lengthOf(yield* suspensions, 0)
        const close = yield* Effect.flip(run("close", ANA, "--preview", ...why))
        assert.match(close.message, /^This command has no --preview\./)
      })
    )
  )

  it.effect("is the reply that a link to its report form names, never the thread around it", () =>
    scene(
      Effect.gen(function* () {
        const { thread } = yield* place
        const care = yield* ContentCare
        const sql = yield* SqlClient.SqlClient
        const shown = Effect.flatMap(
          Effect.all([sql`SELECT shown FROM threads`, sql`SELECT shown FROM comments`]),
          (rows) => Effect.succeed(rows.flat().map((row) => row.shown))
        )
        yield* care.hide(`https://commons.example${thread}&do=report&post=${REPLY}#form`, because())
        assert.deepEqual(yield* shown, ["visible", "hidden"])
        yield* care.show(`${thread}#c-${REPLY}`, because())
        assert.deepEqual(yield* shown, ["visible", "visible"])
        const unclear = [
          [
            `${thread}&report=${REPLY}`,
            "“report” in this address is not a known parameter, so the address could refer to another post."
          ],
          [`${thread}&at=nonsense`, "“nonsense” in this address is not a reply."],
          [`${thread}&at=${REPLY}&post=${THREAD}`, "This address names two replies."]
        ] as const
        for (const [address, why] of unclear) {
          assert.strictEqual(
            yield* failureOf(care.hide(address, because())),
            `E-ADDRESS ${why} Nothing was changed. Give the address of a thread's page, or a reply's permanent address.`
          )
        }
        assert.deepEqual(yield* shown, ["visible", "visible"])
      })
    )
  )

  it.effect("is logged publicly in the community with a reason, and shown again the same way", () =>
    scene(
      Effect.gen(function* () {
        const { id, thread } = yield* place
        const care = yield* ContentCare
        const sql = yield* SqlClient.SqlClient
        yield* care.hide(`https://commons.example${thread}`, because("Advertises a shop."))
        const rows = yield* sql`SELECT shown, reason FROM threads`
        assert.deepEqual<unknown>(rows, [{ shown: "hidden", reason: "Advertises a shop." }])
        assert.strictEqual(yield* failureOf(care.hide(thread, because())), "E-STATE This thread is already hidden.")
        yield* TestClock.adjust("1 minute")
        yield* care.show(thread, because("It was no shop."))
        const { entries } = yield* Effect.flatMap(ModerationLog, (log) => log.page(id, null))
        assert.deepEqual(
          entries.map(({ action, actor, label, reason }) => [action, actor, label, reason]),
          [
            ["show", null, "Shoes for everybody", "It was no shop."],
            ["hide", null, "A thread", "Advertises a shop."]
          ]
        )
        const events = yield* sql<{ readonly actor: string | null; readonly type: string }>`
          SELECT actor, type FROM activity_events WHERE topic = 'moderation' ORDER BY seq`
        assert.deepEqual<unknown>(events, [
          { actor: null, type: "contentHiddenBySite" },
          { actor: null, type: "contentShownBySite" }
        ])
        assert.strictEqual(
          (yield* logged)[1],
          `machine: ada: Hid a thread on Night Film Club: ${thread} (Advertises a shop.)`
        )
      })
    )
  )

  it.effect("may be a reply named by its permanent address, whose author is told the reason", () =>
    scene(
      Effect.gen(function* () {
        const { thread } = yield* place
        const care = yield* ContentCare
        const sql = yield* SqlClient.SqlClient
        yield* care.hide(`${thread}&at=${REPLY}#c-${REPLY}`, because("Advertises a shop."))
        assert.deepEqual<unknown>(yield* sql`SELECT shown FROM comments`, [{ shown: "hidden" }])
        assert.deepEqual<unknown>(yield* sql`SELECT shown FROM threads`, [{ shown: "visible" }])
        const notified = yield* sql`SELECT account_address, text FROM notifications`
        assert.deepEqual<unknown>(notified, [
          { accountAddress: ANA, text: "A post of yours in Night Film Club was hidden: Advertises a shop." }
        ])
      })
    )
  )

  it.effect("does not change if an address names no post", () =>
    scene(
      Effect.gen(function* () {
        const { id, thread } = yield* place
        const care = yield* ContentCare
        for (const odd of [
          `${thread}4`,
          `/community/detail/${id}/discussion`,
          "/",
          "http://",
          `${thread}&at=nobodyaaaaaa`
        ]) {
          assert.strictEqual(yield* failureOf(care.hide(odd, because())), `E-NOT-FOUND There is no post “${odd}”.`)
        }
        assert.strictEqual(yield* failureOf(care.show(thread, because())), "E-STATE This thread is already visible.")
        assert.deepEqual(yield* logged, [])
      })
    )
  )
})
