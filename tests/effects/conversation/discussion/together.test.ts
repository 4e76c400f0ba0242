/** Concurrent comments are stored together, each with its own response (docs/decisions/0096). */
import { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Either, Exit, FastCheck, Layer, Option } from "effect"
import { storageFails } from "~/effects/base/db/storageFailure.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { StoredResponse } from "~/effects/base/limits/Keyed"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { type AskedComment, type CommentFacts, takeTogether } from "~/effects/conversation/discussion/commentsTogether"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { discussionCommands } from "~/effects/conversation/discussion/pages/commands.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { asAccount } from "../../../addresses"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { makeTrips } from "../../../trips"
import { accountOf, atParams, HOUR, insideAs, person, post, scene, startThread, TODAY, visit, world } from "./world"

const NOW = 1_000 * HOUR
const some = FastCheck.constantFrom

const asked: FastCheck.Arbitrary<Omit<AskedComment, "id">> = FastCheck.record({
  writer: some(
    { account: asAccount("old"), joinedAt: 0 },
    { account: asAccount("new"), joinedAt: NOW - HOUR },
    { account: asAccount("full"), joinedAt: 0 }
  ),
  parent: some("", "", "there", "hidden", "missing"),
  keyed: some(
    null,
    { keyHash: "first", contentHash: "one" },
    { keyHash: "first", contentHash: "other" },
    { keyHash: "before", contentHash: "one" }
  )
})

const facts: CommentFacts = {
  now: NOW,
  stored: new Map([["before", { keyHash: "before", contentHash: "one", answer: "stored before" }]]),
  written: new Map([
    ["old", { here: 196, everywhere: 197 }],
    ["new", { here: 18, everywhere: 18 }],
    ["full", { here: 0, everywhere: 200 }]
  ]),
  parents: new Map([
    ["there", { rootSeq: 3, shown: "visible" }],
    ["hidden", { rootSeq: 4, shown: "hidden" }]
  ])
}

/** The state of the database after each of them. */
const oneByOne = (all: ReadonlyArray<AskedComment>) => {
  let known = facts
  return all.map((one) => {
    const { decisions, taken } = takeTogether([one], known)
    const { account } = one.writer
    const before = known.written.get(account) ?? { here: 0, everywhere: 0 }
    if (taken.length === 1) {
      const response: ReadonlyArray<readonly [string, StoredResponse]> =
        one.keyed === null ? [] : [[one.keyed.keyHash, { ...one.keyed, answer: one.id }]]
      known = {
        ...known,
        stored: new Map([...known.stored, ...response]),
        written: new Map([...known.written, [account, { here: before.here + 1, everywhere: before.everywhere + 1 }]])
      }
    }
    return { decision: decisions[0] ?? assert.fail(), taken }
  })
}

describe("comments that are decided together", () => {
  it("get the same results as if they had come one after the other", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(asked, { maxLength: 30 }), (forms) => {
        const all = forms.map((form, n) => ({ ...form, id: `comment ${n}` }))
        const { decisions, taken } = takeTogether(all, facts)
        const single = oneByOne(all)
        assert.deepEqual(
          decisions,
          single.map(({ decision }) => decision)
        )
        assert.deepEqual(
          taken,
          single.flatMap((each) => each.taken)
        )
        // Nobody exceeds a day's limit, whatever was concurrent.
        assert.isAtMost(taken.filter((one) => one.asked.writer.account === "old").length, 3)
        assert.isAtMost(taken.filter((one) => one.asked.writer.account === "new").length, 2)
        assert.isEmpty(taken.filter((one) => one.asked.writer.account === "full"))
      })
    )
  })
})

/** Undoes every transaction before its commit while it is told to, as a full disk does. */
const failing = (database: Database) => {
  const state = { isFull: false }
  const full = new SqlError({ cause: Object.assign(new Error("full"), { code: "53100" }), message: "full" })
  const layer: Database = Layer.map(database, (context) => {
    const client = Context.get(context, SqlClient.SqlClient)
    const withTransaction: SqlClient.SqlClient["withTransaction"] = (program) =>
      client.withTransaction(Effect.tap(program, () => (state.isFull ? Effect.fail(full) : Effect.void)))
    const other = new Proxy(client, {
      get: (target, name) => (name === "withTransaction" ? withTransaction : Reflect.get(target, name))
    })
    return Context.make(SqlClient.SqlClient, other)
  })
  return { layer, state }
}

const NAMES = ["Ana One", "Ben Two", "Cas Three", "Dee Four", "Eli Five", "Fay Six"]

describeOnBothDatabases("Concurrent comments", (database) => {
  const { layer, state } = failing(database)
  const trips = makeTrips()
  const Live = Layer.provideMerge(world(layer), trips.layer)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const members = (communityId: string) =>
    Effect.forEach(NAMES, (name) => Effect.flatMap(person(communityId, name), (token) => insideAs(communityId, token)))

  const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all({
      comments: sql<{
        readonly id: string
        readonly seq: number
        readonly author: string
        readonly body: string
      }>`SELECT id, seq, author, body FROM comments ORDER BY target_id, seq`,
      events: sql<{ readonly seq: number }>`SELECT seq FROM activity_events WHERE type = 'commented' ORDER BY seq`,
      threads: sql<{
        readonly commentCount: number
        readonly peopleCount: number
      }>`SELECT comment_count, people_count FROM threads ORDER BY number`,
      conversations: sql<{
        readonly commentCount: number
        readonly peopleCount: number
        readonly lastSeq: number
      }>`SELECT comment_count, people_count, last_seq FROM conversations`,
      keys: sql<{ readonly answer: string }>`SELECT answer FROM idempotency_keys`
    })
  )

  it.effect("are stored once with their numbers when acknowledged, and not at all when refused", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const { target } = yield* startThread(as)
        const { add } = yield* NewComments
        const all = yield* members(community.id)
        const nia = yield* insideAs(community.id, yield* person(community.id, "Nia New", "member", TODAY - HOUR))
        const sent = all.flatMap((who, n) => [
          { who, form: { body: `first of ${n}`, parent: "" }, key: `key ${n}` },
          { who, form: { body: `first of ${n}`, parent: "" }, key: `key ${n}` },
          { who, form: { body: `other than ${n}`, parent: "" }, key: `key ${n}` },
          { who, form: { body: `under nothing ${n}`, parent: "aaaaaaaaaaaa" as const }, key: null },
          { who, form: { body: `second of ${n}`, parent: "" }, key: null }
        ])
        const many = Array.from({ length: 22 }, (_, n) => ({
          who: nia,
          form: { body: `new ${n}`, parent: "" },
          key: null
        }))
        const responses = yield* Effect.forEach(
          [...sent, ...many],
          ({ form, key, who }) => Effect.either(add(who, target, form, key)),
          { concurrency: "unbounded" }
        )
        const codes = responses.flatMap((response) => (Either.isLeft(response) ? [response.left.code] : []))
        assert.deepEqual(
          ["E-KEY-REUSED", "E-NOT-FOUND", "E-LIMIT"].map((code) => codes.filter((other) => other === code).length),
          [6, 6, 2],
          codes.join()
        )
        const ids = responses.flatMap((response) => (Either.isRight(response) ? [response.right] : []))
        const { comments, conversations, events, keys, threads } = yield* stored
        // Six pairs got one response each.
        assert.strictEqual(ids.length, 6 * 3 + 20)
        assert.deepEqual(new Set(comments.map(({ id }) => id)), new Set(ids))
        assert.strictEqual(comments.length, 6 * 2 + 20)
        assert.deepEqual(
          comments.map(({ seq }) => seq),
          comments.map((_, n) => n + 1)
        )
        assert.strictEqual(new Set(events.map(({ seq }) => seq)).size, comments.length)
        const counts = { commentCount: comments.length, peopleCount: 7 }
        assert.deepEqual(threads, [counts])
        assert.deepEqual(conversations, [{ ...counts, lastSeq: comments.length }])
        assert.strictEqual(keys.length, 6)
      })
    )
  )

  it.effect("let one that breaks the transaction fail alone, and get a message each if the thread was closed", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { as, community } = yield* scene
        const { number, target, thread } = yield* startThread(as)
        const { add } = yield* NewComments
        const all = yield* members(community.id)
        yield* sql`CREATE UNIQUE INDEX one_of_each ON comments (body)`
        const say = (bodies: ReadonlyArray<string>) =>
          Effect.forEach(
            bodies,
            (body, n) => Effect.exit(add(all[n % all.length] ?? assert.fail(), target, { body, parent: "" }, null)),
            { concurrency: "unbounded" }
          )
        const ended = yield* say(["a", "b", "a", "c", "b", "d"])
        assert.strictEqual(ended.filter(Exit.isSuccess).length, 4)
        const kept = (yield* stored).comments
        assert.deepEqual(kept.map(({ body }) => body).sort(), ["a", "b", "c", "d"])
        assert.deepEqual(
          kept.map(({ seq }) => seq),
          [1, 2, 3, 4]
        )
        const care = yield* Moderation
        yield* care.setOpen(yield* as("ada"), thread, false, "")
        const refused = yield* Effect.forEach(
          all,
          (who) => Effect.flip(add(who, target, { body: "late", parent: "" }, null)),
          { concurrency: "unbounded" }
        )
        assert.deepEqual(
          refused.map(({ code }) => code),
          all.map(() => "E-STATE")
        )
        assert.strictEqual((yield* stored).threads[0]?.commentCount, 4, String(number))
      })
    )
  )

  it.effect("all fail when the storage fails, and are stored once when sent again under their keys", () =>
    run(
      Effect.gen(function* () {
        const { as, community } = yield* scene
        const { target } = yield* startThread(as)
        const { add } = yield* NewComments
        const all = yield* members(community.id)
        const send = Effect.forEach(
          all,
          (who, n) => Effect.either(storageFails(add(who, target, { body: `of ${n}`, parent: "" }, `key ${n}`))),
          { concurrency: "unbounded" }
        )
        state.isFull = true
        const failed = yield* Effect.ensuring(
          send,
          Effect.sync(() => {
            state.isFull = false
          })
        )
        assert.deepEqual(
          failed.map((response) =>
            Either.isLeft(response) ? `${response.left.status} ${response.left._tag}` : response.right
          ),
          all.map(() => "503 StorageUnavailable")
        )
        const nothing = yield* stored
        assert.deepEqual([nothing.comments, nothing.keys, nothing.conversations], [[], [], []])
        const again = [yield* send, yield* send]
        assert.deepEqual(again[0], again[1])
        assert.strictEqual((yield* stored).comments.length, all.length)
      })
    )
  )

  it.effect(
    "of different conversations do not wait for each other, and a busy conversation does not starve others",
    () =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { as, community } = yield* scene
          const [one, other] = [yield* startThread(as), yield* startThread(as, post("Another one.", "Another thread"))]
          const { add } = yield* NewComments
          const all = yield* members(community.id)
          const send = all.flatMap((who, n) =>
            [one, other, one].map(({ target }, at) => add(who, target, { body: `${n} ${at}`, parent: "" }, null))
          )
          yield* Effect.all(send, { concurrency: "unbounded" })
          const { threads } = yield* stored
          assert.deepEqual(
            threads.map(({ commentCount }) => commentCount),
            [12, 6]
          )
          const [days] = yield* sql<{ readonly posts: number }>`SELECT posts FROM community_days`
          assert.strictEqual(days?.posts, 2 + 18)
          // Another server's work in one conversation does not delay the other. SQLite has one writer anyway.
          const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
          const goesOn = add(all[0] ?? assert.fail(), other.target, { body: "goes on", parent: "" }, null)
          yield* atomically(sql)(
            Effect.gen(function* () {
              yield* sql`UPDATE threads SET comment_count = comment_count WHERE id = ${one.target.id}`
              if (isPostgres) yield* goesOn
            })
          )
        })
      )
  )

  it.effect("discard the page's newer draft when a comment is repeated under its key, but not when it is refused", () =>
    run(
      Effect.gen(function* () {
        const { as } = yield* scene
        const { target } = yield* startThread(as)
        const { add } = yield* NewComments
        const drafts = yield* Drafts
        const place = target.draftPlace ?? assert.fail()
        const bo = yield* as("bo")
        const send = (body: string) => Effect.either(add(bo, target, { body, parent: "" }, "a key"))
        const typed = drafts.save(accountOf("Bo Neighbour"), { place, version: 0, data: { body: "typed" } })
        const kept = Effect.map(drafts.get(accountOf("Bo Neighbour"), place), Option.isSome)
        const first = yield* send("sent twice")
        yield* typed
        assert.deepEqual(yield* send("sent twice"), first)
        assert.isFalse(yield* kept)
        yield* typed
        assert.isTrue(Either.isLeft(yield* send("something else")))
        assert.isTrue(yield* kept)
      })
    )
  )

  it.effect("take at most 21 round trips to the database for one, and 14 for 24 together", () =>
    run(
      Effect.gen(function* () {
        const { as, community, tokens } = yield* scene
        const { number, target } = yield* startThread(as)
        const { add } = yield* NewComments
        const all = yield* members(community.id)
        const drafts = yield* Drafts
        const place = target.draftPlace ?? assert.fail()
        yield* drafts.save(accountOf("Bo Neighbour"), { place, version: 0, data: { body: "typed" } })
        const path = `/community/detail/${community.id}/discussion?thread=${number}`
        const form = new FormData()
        for (const [name, value] of Object.entries({ body: "Alone.", parent: "", key: "a key" })) form.set(name, value)
        const alone = yield* trips.of(
          visit(path, atParams(community.id, discussionCommands.reply(form)), { token: tokens.bo, form: [] })
        )
        assert.isAtMost(
          alone.trips,
          21,
          "with its session, its community, its thread, its rule of first posts, and its key"
        )
        assert.isTrue(
          (yield* drafts.get(accountOf("Bo Neighbour"), place))._tag === "None",
          "what was sent is no draft"
        )
        const together = yield* trips.of(
          Effect.forEach(
            Array.from({ length: 24 }, (_, n) => n),
            (n) => add(all[n % all.length] ?? assert.fail(), target, { body: `of ${n}`, parent: "" }, null),
            { concurrency: "unbounded" }
          )
        )
        assert.isAtMost(together.trips, 15)
        assert.strictEqual((yield* stored).comments.length, 25)
      })
    )
  )
})
