/** Deleting an account concurrently with comments, threads and announcements that mention or notify it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { MembersLive } from "~/effects/communities/members/layers.server"
import { MemberChanges } from "~/effects/communities/members/MemberChanges.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Removal } from "~/effects/people/account/pages/Removal.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { describeOnBothDatabases } from "../../../databases"
import { crossing } from "../../../overlapping"
import { accountOf, insideAs, person, post, scene, startThread, world } from "../../conversation/discussion/world"

const ZOE = accountOf("Zoe Last")

describeOnBothDatabases("Concurrent writes about the same person", (database) => {
  const Live = Layer.mergeAll(NotificationLive, MembersLive.pipe(Layer.provideMerge(Ledger.layerScript()))).pipe(
    Layer.provideMerge(world(database))
  )
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const prepared = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { as, community } = yield* scene
    const zoe = yield* insideAs(community.id, yield* person(community.id, "Zoe Last"))
    const { target } = yield* startThread(as)
    const { add } = yield* NewComments
    const say = (who: typeof zoe, body: string) => add(who, target, { body, parent: "" }, null)
    // The conversation and Zoe's entry exist: a second comment locks rows that others may want.
    yield* say(yield* as("ada"), "@Zoe Last, look at this")
    return {
      as,
      zoe,
      naming: say(yield* as("bo"), "@Zoe Last, look again"),
      own: say(zoe, "I looked."),
      /** The row that a comment locks after the entries of the people it mentions. */
      conversation: sql`UPDATE conversations SET last_at = last_at`,
      sql
    }
  })
  const notified = (exits: ReadonlyArray<Exit.Exit<unknown, unknown>>) =>
    exits.map((exit) => (Exit.isSuccess(exit) ? "done" : Cause.pretty(exit.cause)))
  const removal = Effect.flatMap(Removal, ({ remove }) => remove(ZOE))

  it.effect("both complete for a comment that mentions somebody and the deletion of their account", () =>
    run(
      Effect.gen(function* () {
        const { conversation, naming, sql } = yield* prepared
        const exits = yield* crossing(conversation, naming, removal)
        assert.deepStrictEqual(notified(exits), ["done", "done"])
        assert.deepStrictEqual(yield* sql`SELECT status FROM memberships WHERE account_address = ${ZOE}`, [
          { status: "left" }
        ])
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM digests WHERE account_address = ${ZOE}`, [])
      })
    )
  )

  it.effect("both complete for somebody's comment and the deletion of their account", () =>
    run(
      Effect.gen(function* () {
        const { conversation, own, sql } = yield* prepared
        const exits = yield* crossing(conversation, own, removal)
        assert.deepStrictEqual(notified(exits), ["done", "done"])
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM follows WHERE account_address = ${ZOE}`, [])
      })
    )
  )

  it.effect("store both a comment and a thread of one community that mention the same person", () =>
    run(
      Effect.gen(function* () {
        const { as, conversation, naming, sql } = yield* prepared
        const { start } = yield* ThreadEdits
        yield* sql`DELETE FROM digests`
        const thread = start(yield* as("ada"), post("@Zoe Last, what now?", "Another thread"), null)
        const exits = yield* crossing(conversation, naming, thread)
        assert.deepStrictEqual(notified(exits), ["done", "done"])
        assert.deepStrictEqual(yield* sql`SELECT account_address FROM digests`, [{ accountAddress: ZOE }])
      })
    )
  )

  it.effect("both complete for a comment that mentions somebody and their removal", () =>
    run(
      Effect.gen(function* () {
        const { as, conversation, naming, sql } = yield* prepared
        const { remove } = yield* MemberChanges
        yield* sql`DELETE FROM digests`
        yield* sql`INSERT INTO mail_choices (account_address, type, choice) VALUES (${ZOE}, 'role', 'digest')`
        const exclusion = remove(yield* as("owner"), ZOE, "Enough of it.")
        const exits = yield* crossing(conversation, naming, exclusion)
        assert.deepStrictEqual(notified(exits), ["done", "done"])
      })
    )
  )
})
