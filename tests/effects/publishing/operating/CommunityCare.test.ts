import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { ContentCare } from "~/effects/publishing/operating/ContentCare.server"
import { describeOnBothDatabases } from "../../../databases"
import { found, join } from "../../activity/activity/world"
import { ANA, because, failureOf, logged, sceneOn } from "./world"

const REASON = "Sells shoes to its members."

describeOnBothDatabases("Communities closed by operators", (database) => {
  const scene = sceneOn(database)
  const place = Effect.gen(function* () {
    const { id } = yield* found({ slug: "shoe-club", name: "Shoe Club", ownerAddress: ANA })
    yield* join(id, ANA, { role: "owner" })
    return id
  })
  const stage = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly stage: string }>`SELECT stage FROM communities`
  ).pipe(Effect.map(([row]) => row?.stage))

  it.effect("are archived with a public reason, reported to their owner, and opened again the same way", () =>
    scene(
      Effect.gen(function* () {
        const id = yield* place
        const care = yield* ContentCare
        const log = yield* ModerationLog
        const sql = yield* SqlClient.SqlClient
        assert.strictEqual(
          (yield* care.close("https://commons.example/explore/shoe-club", because(REASON))).summary,
          "Closed a community"
        )
        assert.strictEqual(yield* stage, "archived")
        assert.deepEqual(yield* log.closedBecause(id), Option.some(REASON))
        assert.strictEqual(
          yield* failureOf(care.close(id, because(REASON))),
          "E-STATE This community is closed; closing it is no longer possible."
        )
        const [notified] = yield* sql`SELECT account_address, text FROM notifications ORDER BY created_at`
        assert.deepEqual<unknown>(notified, {
          accountAddress: ANA,
          text: `The operators of this site closed Shoe Club: ${REASON}`
        })
        yield* TestClock.adjust("1 minute")
        yield* care.reopen("shoe-club", because("They sell no more."))
        assert.strictEqual(yield* stage, "live")
        assert.isTrue(Option.isNone(yield* log.closedBecause(id)))
        const { entries } = yield* log.page(id, null)
        assert.deepEqual(
          entries.map(({ action, actor, label, reason }) => [action, actor, label, reason]),
          [
            ["reopen", null, "Shoe Club", "They sell no more."],
            ["close", null, "Shoe Club", REASON]
          ]
        )
        const events = yield* sql`SELECT type, actor, visibility FROM activity_events ORDER BY seq`
        assert.deepEqual<unknown>(events, [
          { type: "closedBySite", actor: null, visibility: "public" },
          { type: "reopenedBySite", actor: null, visibility: "public" }
        ])
        assert.strictEqual((yield* logged)[1], `machine: ada: Closed a community on Shoe Club (${REASON})`)
      })
    )
  )

  it.effect("exist, have no open business, and are opened again only if operators closed them", () =>
    scene(
      Effect.gen(function* () {
        const id = yield* place
        const care = yield* ContentCare
        const sql = yield* SqlClient.SqlClient
        assert.strictEqual(
          yield* failureOf(care.close("no-such-club", because())),
          "E-NOT-FOUND There is no community “no-such-club”."
        )
        yield* sql`UPDATE communities SET open_proposals = 2`
        assert.match(yield* failureOf(care.close(id, because())), /^E-OPEN .*2 open proposals/)
        yield* sql`UPDATE communities SET open_proposals = 0, stage = 'archived'`
        // Its owner archived it, and opens it again.
        assert.match(yield* failureOf(care.reopen(id, because())), /^E-STATE /)
        // Closed by operators as well, it stays closed.
        yield* care.close(id, because(REASON))
        assert.strictEqual(yield* stage, "archived")
        assert.lengthOf(yield* logged, 1)
      })
    )
  )
})
