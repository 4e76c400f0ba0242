/** Comments that are stored together in two conversations, or by two servers, and mention the same people. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { CommentTarget } from "~/effects/conversation/discussion/CommentTarget"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, insideAs, person, post, scene, startThread, world } from "./world"

/** The authors. */
const NAMES = ["Ana One", "Ben Two", "Cas Three", "Dee Four", "Eli Five", "Fay Six"]
/** The people they mention. */
const NAMED = ["Mia Thirteen", "Ned Fourteen", "Oda Fifteen", "Pit Sixteen", "Ria Seventeen", "Sam Eighteen"]
const OTHERS = ["Gil Seven", "Hal Eight", "Ida Nine", "Jon Ten", "Kim Eleven", "Lea Twelve"]

describeOnBothDatabases("Concurrent comments that mention the same people", (database) => {
  const Live = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const prepared = Effect.gen(function* () {
    const { as, community } = yield* scene
    const member = (name: string) =>
      Effect.flatMap(person(community.id, name), (token) => insideAs(community.id, token))
    yield* Effect.forEach(NAMED, member)
    const [some, others] = [yield* Effect.forEach(NAMES, member), yield* Effect.forEach(OTHERS, member)]
    const one = yield* startThread(as)
    const other = yield* startThread(as, post("Another one.", "Another thread"))
    return { some, others, one: one.target, other: other.target }
  })

  /** One comment of each author, each mentioning the next of these; true if all were stored. */
  const naming = (
    { add }: NewComments,
    target: CommentTarget,
    writers: ReadonlyArray<Inside>,
    names: ReadonlyArray<string>
  ) =>
    Effect.map(
      Effect.forEach(
        writers,
        (who, n) => Effect.exit(add(who, target, { body: `@${names[n]}, look at this`, parent: "" }, null)),
        { concurrency: "unbounded" }
      ),
      (ended) => ended.map((exit) => (Exit.isSuccess(exit) ? "saved" : Cause.pretty(exit.cause)))
    )
  const allSaved = [...NAMES, ...OTHERS].map(() => "saved")

  const notified = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all({
      times: Effect.map(
        sql<{ readonly times: number }>`SELECT times FROM notifications WHERE type = 'mention' ORDER BY id, times`,
        (rows) => rows.map(({ times }) => times)
      ),
      digests: Effect.map(
        sql<{ readonly account: string }>`SELECT account_address AS account FROM digests ORDER BY account_address`,
        (rows) => rows.map(({ account }) => account)
      )
    })
  )

  it.effect("are all stored in two conversations without a deadlock, and notify once for each", () =>
    run(
      Effect.gen(function* () {
        const { one, other, others, some } = yield* prepared
        const server = yield* NewComments
        const ended = yield* Effect.all(
          [naming(server, one, some, NAMED), naming(server, other, others, NAMED.toReversed())],
          { concurrency: "unbounded" }
        )
        assert.deepEqual(ended.flat(), allSaved)
        const { digests, times } = yield* notified
        assert.deepEqual(
          times,
          [...NAMED, ...NAMED].map(() => 1)
        )
        assert.deepEqual(digests, NAMED.map(accountOf).sort())
      })
    )
  )

  it.effect("are stored one after the other in one conversation on two servers, and counted in one entry", () =>
    run(
      Effect.gen(function* () {
        const { one, others, some } = yield* prepared
        const server = yield* NewComments
        const another = Context.get(yield* Layer.build(Layer.fresh(NewComments.Default)), NewComments)
        const ended = yield* Effect.all(
          [naming(server, one, some, NAMED), naming(another, one, others, NAMED.toReversed())],
          { concurrency: "unbounded" }
        )
        assert.deepEqual(ended.flat(), allSaved)
        const { digests, times } = yield* notified
        assert.deepEqual(
          times,
          NAMED.map(() => 2)
        )
        assert.deepEqual(digests, NAMED.map(accountOf).sort())
      }).pipe(Effect.scoped)
    )
  )
})
