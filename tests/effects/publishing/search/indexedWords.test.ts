/** The list of words of the index: what texts have, and nothing that none has any more. */
import { SqlClient, type Statement } from "@effect/sql"
import { it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { assert } from "vitest"
import type { CommunityId } from "~/effects/access/Community"
import { MigrationsLive, migrateBefore } from "~/effects/base/db/migrations/index.server"
import { Sql } from "~/effects/base/db/statements.server"
import { indexedWords } from "~/effects/base/text/searchWords"
import { SearchEntries } from "~/effects/publishing/search/SearchEntries.server"
import { type Database, describeOnBothDatabases, describeOnEmptyDatabases } from "../../../databases"
import { addRow } from "../../../rows"
import { runs } from "../../../sets"
import { found, TODAY } from "../../communities/communities/world"
import { accountOf, world } from "../../conversation/discussion/world"

const services = (database: Database) => Layer.mergeAll(SearchEntries.Default).pipe(Layer.provideMerge(world(database)))

const ADA = accountOf("Ada Main")

const listed = Effect.gen(function* () {
  const sql = yield* Sql
  const rows = yield* sql<{ readonly communityId: string; readonly word: string }>`SELECT community_id, word
    FROM search_words ORDER BY community_id, word`
  return rows.map(({ communityId, word }) => `${communityId} ${word}`).sort()
})
/** As the triggers and the job leave the entries. */
const expected = Effect.gen(function* () {
  const sql = yield* Sql
  const rows = yield* sql<{ readonly communityId: string; readonly kind: string; readonly words: string }>`
    SELECT community_id, kind, words FROM search_entries`
  const all = rows.flatMap(({ communityId, kind, words }) =>
    words
      .split(" ")
      .filter((word) => !word.startsWith("#") && [...word].length > 2)
      .flatMap((word) => [
        `${communityId} ${word}`,
        ...(["community", "proposal", "announcement"].includes(kind) ? [` ${word}`] : [])
      ])
  )
  return [...new Set(all)].sort()
})
const beginningOf = (words: Statement.Fragment) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const rows = yield* sql<{ readonly n: number; readonly word: string }>`SELECT n, word FROM (${words}) w`
    return rows.map(({ n, word }) => `${n} ${word}`).sort()
  })
const removed = Effect.flatMap(Sql, (sql) => sql`SELECT * FROM search_words_removed`)

const base = { author: ADA, createdAt: TODAY, updatedAt: TODAY, shown: "visible", mentions: "[]" }
const announcement = { issuer: ADA, createdAt: TODAY, updatedAt: TODAY, state: "published", importance: "normal" }

const VOCABULARY = [
  "pump",
  "pumps",
  "Púmp",
  "heater",
  "Łódź",
  "straße",
  "насос",
  "水泵",
  "x1",
  "ab",
  "𠮷𠮷𠮷𠮷"
] as const
const text = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 4 }).map((words) => words.join(" "))
const step = fc.record({
  what: fc.constantFrom("write", "announce", "edit", "remove", "job" as const),
  n: fc.nat(5),
  text
})

describeOnBothDatabases("words of the index", (database) => {
  it(
    "are those of the texts of each community and of the public site, after any changes",
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) =>
          Effect.gen(function* () {
            yield* TestClock.setTime(TODAY)
            const sql = yield* Sql
            const entries = yield* SearchEntries
            const places = [
              yield* found({ slug: "garden", name: "The Garden" }),
              yield* found({ slug: "other", name: "Other" })
            ]
            const written = new Set<number>()
            for (const [number, { n, text: title, what }] of steps.entries()) {
              const communityId = places[n % 2]?.id ?? ""
              const id = `thread${n}aaaaa`
              if (what === "job") yield* entries.catchUpWholly
              if (what === "announce")
                yield* addRow("announcements", {
                  ...announcement,
                  id: `annou${String(number).padStart(7, "0")}`,
                  communityId,
                  title
                })
              if (what === "edit") yield* sql`UPDATE threads SET title = ${title} WHERE id = ${id}`
              if (what === "remove") {
                yield* sql`DELETE FROM threads WHERE id = ${id}`
                written.delete(n)
              }
              if (what === "write" && !written.has(n)) {
                yield* addRow("threads", { ...base, id, communityId, number: number + 1, title, body: "" })
                written.add(n)
              }
            }
            yield* entries.catchUpWholly
            assert.deepStrictEqual(yield* listed, yield* expected)
            assert.deepStrictEqual(yield* removed, [])
          }).pipe(
            Effect.provide(services(database)),
            Effect.scoped,
            Effect.provide(TestContext.TestContext),
            Effect.runPromise
          )
        ),
        { numRuns: runs(3, 40) }
      ),
    240_000
  )

  it.effect("tell which beginnings exist in one community, in any script", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const words = yield* SearchEntries
      const garden = yield* found({ slug: "garden", name: "The Garden" })
      const other = yield* found({ slug: "other", name: "Other" })
      yield* addRow("threads", {
        ...base,
        id: "thread1aaaaa",
        communityId: garden.id,
        number: 1,
        title: "Pumps Łódź насос 𠮷𠮷𠮷𠮷",
        body: ""
      })
      yield* addRow("threads", {
        ...base,
        id: "thread2aaaaa",
        communityId: other.id,
        number: 1,
        title: "Heater",
        body: ""
      })
      yield* addRow("announcements", { ...announcement, id: "annou1aaaaaa", communityId: other.id, title: "Zebra" })
      yield* (yield* SearchEntries).catchUpWholly
      const asked = ["pump", "pumps", "pumpsy", "lod", "насо", "heat", "zebra", "o'", '"', "%", "a_"]
      const beginning = (id: CommunityId | null) => beginningOf(words.beginning(id, [["none"], asked]))
      assert.deepStrictEqual(yield* beginning(garden.id), ["1 lod", "1 pump", "1 pumps", "1 насо"])
      assert.deepStrictEqual(yield* beginning(other.id), ["1 heat", "1 zebra"])
      // Threads are not on the public site.
      assert.deepStrictEqual(yield* beginning(null), ["1 zebra"])
    }).pipe(Effect.provide(services(database)), Effect.scoped)
  )

  it.effect("stay while another text has them, and are no longer listed once none has", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* Sql
      const entries = yield* SearchEntries
      const { id: communityId } = yield* found({ slug: "garden", name: "The Garden" })
      for (const n of [1, 2]) {
        yield* addRow("threads", {
          ...base,
          id: `thread${n}aaaaa`,
          communityId,
          number: n,
          title: `shared only${n}`,
          body: ""
        })
      }
      yield* entries.catchUpWholly
      yield* sql`DELETE FROM threads WHERE id = 'thread1aaaaa'`
      yield* entries.catchUpWholly
      const words = (yield* SearchEntries).beginning(communityId, [["shared"], ["only1", "only2"]])
      assert.deepStrictEqual(yield* beginningOf(words), ["0 shared", "1 only2"])
    }).pipe(Effect.provide(services(database)), Effect.scoped)
  )
})

describeOnEmptyDatabases("migration 148", (database) => {
  it.scoped("lists the words of texts that are in the index", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrateBefore("0148")
      const entry = (kind: string, communityId: string, text: string) => ({
        kind,
        ref: `${kind}${communityId}`,
        communityId,
        author: "",
        writtenAt: 0,
        stale: 0,
        words: text === "" ? "" : [`#${communityId}`, `#k${kind}`, ...indexedWords(text)].join(" ")
      })
      const rows = [
        entry("thread", "garden", 'Pumps, Łódź x1 "quoted" \\ 水泵'),
        entry("comment", "garden", "pumps again"),
        entry("proposal", "other", "A roof"),
        entry("member", "other", "")
      ]
      yield* sql`INSERT INTO search_entries ${sql.insert(rows)}`
      yield* Effect.provide(Effect.void, MigrationsLive)
      assert.deepStrictEqual(yield* listed, [
        " roof",
        "garden again",
        "garden lodz",
        "garden pumps",
        "garden quoted",
        "other roof"
      ])
    }).pipe(Effect.provide(database))
  )
})
