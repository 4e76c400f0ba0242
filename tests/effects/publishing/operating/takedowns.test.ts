/** One act against authors, and its way back, which restores exactly the state before. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { ContentCare } from "~/effects/publishing/operating/ContentCare.server"
import { runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { Takedowns } from "~/effects/publishing/operating/Takedowns.server"
import { describeOnBothDatabases } from "../../../databases"
import { found, join } from "../../activity/activity/world"
import { signIn } from "../dashboard/visits"
import { ANA, BEN, because, failureOf, logged, machine, OLU, sceneOn } from "./world"

const common = { body: "Shoes, cheap.\nAnd boots.", mentions: "[]", createdAt: 1, updatedAt: 1 }

/** Ana's thread with replies of hers, of which one is hidden and one removed, and one of Ben's. */
const place = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: BEN })
  yield* join(id, ANA)
  yield* sql`INSERT INTO threads ${sql.insert({
    ...common,
    author: ANA,
    shown: "visible",
    id: "threadaaaaaa",
    communityId: id,
    number: 3,
    title: "Shoes for everybody",
    searchText: "shoes",
    category: "general",
    state: "open",
    lastActivityAt: 1
  })}`
  const reply = (name: string, seq: number, author: string, shown: string) =>
    sql`INSERT INTO comments ${sql.insert({
      ...common,
      author,
      shown,
      id: name,
      communityId: id,
      targetType: "thread",
      targetId: "threadaaaaaa",
      rootSeq: seq,
      seq,
      createdAt: seq
    })}`
  yield* reply("visible11111", 1, ANA, "visible")
  yield* reply("visible22222", 2, ANA, "visible")
  yield* reply("hidden333333", 3, ANA, "hidden")
  yield* reply("removed44444", 4, ANA, "removed")
  yield* reply("byben5555555", 5, BEN, "visible")
  for (const accountAddress of [ANA, BEN]) {
    const times = { createdAt: 1, shownUntil: 1, expiresAt: 1 }
    const removal = { sessionId: "a", communityId: id, kind: "comment", path: "/", removed: "{}", state: "removed" }
    yield* sql`INSERT INTO removals ${sql.insert({ id: accountAddress, accountAddress, ...removal, ...times })}`
  }
  return `/community/detail/${id}/discussion?thread=3`
})

const shown = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly id: string; readonly shown: string }>`SELECT id, shown FROM threads
    UNION ALL SELECT id, shown FROM comments ORDER BY id`
).pipe(Effect.map((rows) => Object.fromEntries(rows.map((row) => [row.id, row.shown]))))

describeOnBothDatabases("A takedown", (database) => {
  const scene = sceneOn(database)

  it.effect("is previewed, suspends, ends sessions and hides what is visible, and is undone exactly", () =>
    scene(
      Effect.gen(function* () {
        yield* place
        const takedowns = yield* Takedowns
        const suspensions = yield* AccountSuspensions
        const sessions = yield* Sessions
        yield* signIn(ANA)
        const before = yield* shown
        const [preview] = yield* takedowns.preview([ANA])
        assert.deepInclude(preview, { threads: 1, replies: 2, hidden: 2 })
        assert.sameDeepMembers(
          [...(preview?.first ?? [])],
          [
            { what: "reply", text: "Shoes, cheap.", community: "Night Film Club" },
            { what: "reply", text: "Shoes, cheap.", community: "Night Film Club" },
            { what: "thread", text: "Shoes for everybody", community: "Night Film Club" }
          ]
        )
        const { summary } = yield* takedowns.takeDown([ANA], 7, because("Sells shoes everywhere."))
        assert.match(summary, /^Ana Ribeiro: Suspended, hid 3 posts, ended 1 session$/)
        assert.deepStrictEqual(yield* shown, {
          ...before,
          threadaaaaaa: "hidden",
          visible11111: "hidden",
          visible22222: "hidden"
        })
        assert.lengthOf(yield* sessions.list(ANA), 0)
        assert.strictEqual((yield* suspensions.find(ANA))._tag, "Some")
        assert.lengthOf((yield* takedowns.lists(10)).open, 1)
        assert.strictEqual(
          yield* failureOf(takedowns.takeDown([ANA], null, because())),
          "E-STATE Ana Ribeiro is suspended already and has no visible post."
        )
        // What she removed before cannot come back.
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT account_address FROM removals`, [{ accountAddress: BEN }])
        yield* takedowns.undo([ANA], because("They were hacked."))
        assert.deepStrictEqual(yield* shown, before)
        assert.strictEqual((yield* suspensions.find(ANA))._tag, "None")
        assert.deepStrictEqual((yield* takedowns.lists(10)).open, [])
        assert.strictEqual(
          yield* failureOf(takedowns.undo([ANA], because())),
          "E-STATE There is no takedown of Ana Ribeiro to undo."
        )
        assert.includeMembers(
          [...(yield* logged)],
          [
            "machine: ada: Suspended, hid 3 posts, ended 1 session on Ana Ribeiro (Sells shoes everywhere.)",
            "machine: ada: Showed 3 posts again, lifted the suspension on Ana Ribeiro (They were hacked.)"
          ]
        )
      })
    )
  )

  it.effect("leaves what somebody hid again meanwhile, and a suspension from before or for another reason", () =>
    scene(
      Effect.gen(function* () {
        const thread = yield* place
        const takedowns = yield* Takedowns
        const suspensions = yield* AccountSuspensions
        const content = yield* ContentCare
        yield* suspensions.set(ANA, { kind: "suspended", reason: "Before.", suspendedUntil: null })
        yield* takedowns.takeDown([ANA], null, because("Sells shoes everywhere."))
        yield* TestClock.adjust("1 minute")
        yield* content.show(thread, because("Looked at again."))
        yield* content.hide(thread, because("And hidden again."))
        const { summary } = yield* takedowns.undo([ANA], because("They were hacked."))
        assert.match(summary, /Showed 2 posts again, left the suspension; 1 post changed since/)
        assert.deepInclude(yield* shown, { threadaaaaaa: "hidden", visible11111: "visible", hidden333333: "hidden" })
        assert.strictEqual((yield* suspensions.find(ANA))._tag, "Some")
      })
    )
  )

  it.effect("that is repeated for posts since is one entry, and is undone with the first", () =>
    scene(
      Effect.gen(function* () {
        const thread = yield* place
        const takedowns = yield* Takedowns
        const before = yield* shown
        yield* takedowns.takeDown([ANA], null, because("Sells shoes everywhere."))
        yield* TestClock.adjust("1 minute")
        yield* (yield* ContentCare).show(thread, because("Looked at again."))
        yield* TestClock.adjust("1 minute")
        yield* takedowns.takeDown([ANA], null, because("It sells shoes, too."))
        const { open } = yield* takedowns.lists(10)
        assert.deepStrictEqual(
          open.map(({ account, posts, reason }) => ({ account, posts, reason })),
          [{ account: ANA, posts: 3, reason: "It sells shoes, too." }]
        )
        const { summary } = yield* takedowns.undo([ANA], because("They were hacked."))
        assert.strictEqual(summary, "Ana Ribeiro: Showed 3 posts again, lifted the suspension")
        assert.deepStrictEqual(yield* shown, before)
        assert.deepStrictEqual((yield* takedowns.lists(10)).open, [])
      })
    )
  )

  it.effect("of several is of all or none, never of an operator, and works from the command line with a preview", () =>
    scene(
      Effect.gen(function* () {
        yield* place
        const takedowns = yield* Takedowns
        const before = yield* shown
        for (const others of [OLU, "nobody"]) {
          assert.isDefined(yield* failureOf(takedowns.takeDown([ANA, BEN, others], null, because())))
          assert.deepStrictEqual(yield* shown, before)
        }
        const run = (...words: ReadonlyArray<string>) => runCommandLine(words, machine)
        const lines = yield* run("take-down", ANA, BEN, "--preview")
        assert.match(lines[0] ?? "", /Ana Ribeiro: Suspended, hid 3 posts.*Ben Okafor: Suspended, hid 1 post/)
        assert.deepStrictEqual(yield* shown, before)
        yield* run("take-down", ANA, BEN, "--reason", "Sells shoes everywhere.")
        assert.strictEqual((yield* shown).byben5555555, "hidden")
        yield* run("undo-takedown", ANA, BEN, "--reason", "They were hacked.")
        assert.deepStrictEqual(yield* shown, before)
      })
    )
  )
})
