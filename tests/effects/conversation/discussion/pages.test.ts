import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, type Layer, TestClock } from "effect"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { newestThreads } from "~/effects/communities/communities/pages/square.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { discussionCommands } from "~/effects/conversation/discussion/pages/commands.server"
import { discussionPage } from "~/effects/conversation/discussion/pages/discussion.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../../communities/communities/world"
import { counting } from "../../communities/founding/counting"
import { atParams, insideAs, person, post, scene, startThread, visit, world } from "./world"

const words = FastCheck.oneof(
  FastCheck.constantFrom(
    "",
    "1",
    "2",
    "-1",
    "aaaaaaaaaaaa",
    "following",
    "x'; DROP TABLE threads;--",
    "\u0000",
    "%",
    "1e9"
  ),
  FastCheck.string({ unit: "binary", maxLength: 40 }),
  FastCheck.constant("x".repeat(6_000))
)
const field = FastCheck.constantFrom(
  "title",
  "body",
  "category",
  "post",
  "parent",
  "key",
  "reason",
  "note",
  "version",
  "state",
  "stay"
)
const fields = FastCheck.array(FastCheck.tuple(field, words), { maxLength: 6 })

describeOnBothDatabases("Pages of discussion", (database) => {
  const Live = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const address = (id: string, search: string) => `/community/detail/${id}/discussion${search}`

  it.effect("list on the square the newest threads of public communities, and only what everybody may see", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const threadEdits = yield* ThreadEdits
        yield* startThread(as, post("The seam is wet.", "The north tank leaks"))
        yield* TestClock.adjust("1 hour")
        yield* startThread(as, post("Who has a key?", "The shed is locked"))
        yield* TestClock.adjust("1 hour")
        const { number } = yield* startThread(as, post("Sorry.", "Posted twice"))
        yield* threadEdits.remove(yield* as("ada"), number)
        const quiet = yield* found({ slug: "quiet-room", visibility: "private" })
        const token = yield* person(quiet.id, "Quin Reader")
        yield* threadEdits.start(yield* insideAs(quiet.id, token), post("Ours alone.", "Nobody else's"), null)
        const titles = (yield* newestThreads(10)).map(({ communityName, title }) => [communityName, title])
        assert.deepEqual(titles, [
          [community.name, "The shed is locked"],
          [community.name, "The north tank leaks"]
        ])
        assert.lengthOf(yield* newestThreads(1), 1)
        assert.isEmpty(yield* newestThreads(10, { tag: "x'; DROP TABLE threads;--" }))
      })
    )
  )

  it.effect("each run at most six statements, however much there is to show", () =>
    run(
      Effect.gen(function* () {
        const { as, community, tokens } = yield* scene
        const { target } = yield* startThread(as)
        const newComments = yield* NewComments
        const newThreads = yield* ThreadEdits
        const [ada, bo] = [yield* as("ada"), yield* as("bo")]
        const counts: Array<Record<string, number>> = []
        for (const size of [1, 25]) {
          for (let n = 0; n < size; n++) {
            yield* newComments.add(bo, target, { body: `reply ${n} to @Ada Main`, parent: "" }, null)
            if (n < 15) yield* newThreads.start(ada, post("text", `A thread, number ${n}`), null)
          }
          // Long enough for the session to be renewed: the most a page ever runs.
          yield* TestClock.adjust("10 minutes")
          const ask = (search: string) =>
            Effect.map(
              counting(
                visit(address(community.id, search), atParams(community.id, discussionPage), { token: tokens.ada })
              ),
              ({ statements }) => statements
            )
          counts.push({
            list: yield* ask(""),
            unread: yield* ask("?show=unread&q=thread"),
            new: yield* ask("?new=1"),
            thread: yield* ask("?thread=1"),
            edit: yield* ask("?thread=1&do=edit"),
            history: yield* ask("?thread=1&do=history")
          })
        }
        assert.deepEqual(counts[0], counts[1])
        for (const [page, count] of Object.entries(counts[0] ?? {})) assert.isAtMost(count, 6, page)
      })
    )
  )

  it.effect("return the same 404 for what is missing and what is hidden", () =>
    run(
      Effect.gen(function* () {
        const { as, community, tokens } = yield* scene
        yield* startThread(as)
        const secret = yield* found({ slug: "quiet", visibility: "private" })
        const ask = (id: string, search: string) =>
          Effect.flip(visit(address(id, search), atParams(id, discussionPage), { token: tokens.bo }))
        const odd = ["0", "-1", "2", "1 OR 1=1", "9".repeat(31), "", "1.5", "../../etc", "%00"]
        for (const number of odd) {
          const refused = yield* ask(community.id, `?thread=${encodeURIComponent(number)}`)
          assert.deepEqual([refused.status, refused.message], [404, "This page does not exist."], number)
        }
        for (const id of [secret.id, "aaaaaaaaaaaa", "1 OR 1=1", ""]) {
          const refused = yield* ask(id, "")
          assert.deepEqual([refused.status, refused.message], [404, "This page does not exist."], id)
        }
      })
    )
  )

  it.effect("keep everything typed in a refused post, with the status and message of the refusal", () =>
    run(
      Effect.gen(function* () {
        const { as, community, tokens } = yield* scene
        yield* startThread(as)
        const send = (search: string, form: ReadonlyArray<readonly [string, string]>, token?: string) =>
          visit(address(community.id, search), atParams(community.id, pageAction(discussionCommands)), {
            form,
            ...(token === undefined ? {} : { token })
          })
        const short = [
          ["intent", "start"],
          ["title", "Leak"],
          ["category", "idea"],
          ["body", "Look at it"]
        ] as const
        const { value: refused } = yield* send("?new=1", short, tokens.bo)
        assert.strictEqual(refused.init?.status, 422)
        assert.deepEqual(refused.data.fields, { title: "Title: 5 to 140 characters." })
        assert.deepInclude(refused.data.sent, { title: "Leak", body: "Look at it" })
        const { value: signedOut } = yield* send("?thread=1", [
          ["intent", "reply"],
          ["body", "hello"]
        ])
        assert.deepEqual(
          [signedOut.init?.status, signedOut.data.message, signedOut.data.sent.body],
          [401, "Sign in with your wallet to take part.", "hello"]
        )
      })
    )
  )

  it.effect("respond below 500 to any post by anybody, and never change somebody else's text", () =>
    run(
      Effect.gen(function* () {
        const { as, community, tokens } = yield* scene
        const sql = yield* SqlClient.SqlClient
        yield* startThread(as)
        const intents = [...Object.keys(discussionCommands), "nothing", ""]
        const samples = FastCheck.sample(
          FastCheck.tuple(
            FastCheck.constantFrom(...intents),
            fields,
            FastCheck.constantFrom("?thread=1", "?thread=2", "?new=1", ""),
            FastCheck.constantFrom(tokens.bo, tokens.mo, "")
          ),
          { numRuns: 250, seed: 7 }
        )
        for (const [intent, sent, search, token] of samples) {
          const ended = yield* Effect.either(
            visit(address(community.id, search), atParams(community.id, pageAction(discussionCommands)), {
              form: [["intent", intent], ...sent],
              ...(token === "" ? {} : { token })
            })
          )
          const status =
            ended._tag === "Left"
              ? "status" in ended.left
                ? ended.left.status
                : 0
              : (ended.right.value.init?.status ?? 200)
          assert.isBelow(status, 500, JSON.stringify([intent, sent, search]))
          assert.isAbove(status, 199)
        }
        const [thread] = yield* sql`SELECT title, body FROM threads WHERE number = 1`
        assert.deepEqual(thread, { title: "The north tank leaks", body: "The seam is wet." })
      })
    )
  )
})
