/**
 * What a search shows is what a plain look at every text shows, for readers of each kind, while texts are written,
 * edited, hidden and removed.
 */
import { it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { assert } from "vitest"
import { Sql } from "~/effects/base/db/statements.server"
import { fold } from "~/effects/base/text/fold"
import { Search } from "~/effects/publishing/search/Search.server"
import { SearchEntries } from "~/effects/publishing/search/SearchEntries.server"
import { insideKinds, readSearch, siteKinds, wordsIn } from "~/effects/publishing/search/searchQuery"
import type { InsideReader } from "~/effects/publishing/search/visibleEntries.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { addRow } from "../../../rows"
import { runs } from "../../../sets"
import { found, TODAY } from "../../communities/communities/world"
import { accountOf, person, world } from "../../conversation/discussion/world"

const services = (database: Database) =>
  Layer.mergeAll(Search.Default, SearchEntries.Default).pipe(Layer.provideMerge(world(database)))

const [ADA, BO] = [accountOf("Ada Main"), accountOf("Bo Neighbour")]

interface Asked {
  readonly communityId: Parameters<typeof inPlace>[0]
  readonly reader: InsideReader
}
const inPlace = (communityId: Effect.Effect.Success<ReturnType<typeof found>>["id"], reader: InsideReader) => ({
  inside: { communityId, reader }
})

const ask = (q: string, asked: Asked | null, search = "") =>
  Effect.gen(function* () {
    const words = wordsIn(q)
    if (typeof words === "string") return assert.fail(words)
    const { results } = yield* (yield* Search).search({
      place: asked === null ? { inside: null } : inPlace(asked.communityId, asked.reader),
      query: readSearch(new URLSearchParams(`q=${encodeURIComponent(q)}&${search}`)),
      kinds: asked === null ? siteKinds : insideKinds,
      words,
      others: () => [],
      show: (entry, text) => ({
        key: `${entry.kind} ${entry.ref}`,
        over: "",
        href: "",
        title: [text.title],
        sentence: [text.text],
        about: entry.author === "" ? [] : [entry.author],
        at: entry.writtenAt,
        only: null
      })
    })
    return results
  })

const keysOf = (results: { readonly hits: ReadonlyArray<{ readonly key: string }> }) =>
  results.hits.map(({ key }) => key).sort()

const visitor: InsideReader = { account: null, isReviewer: false, shown: ["title"] }
const readers: ReadonlyArray<InsideReader> = [
  visitor,
  { account: ADA, isReviewer: false, shown: ["title"] },
  { account: BO, isReviewer: false, shown: [] },
  { account: BO, isReviewer: true, shown: [] }
]

const SHOWN = ["visible", "hidden", "removed"] as const
const STATES = ["draft", "published", "withdrawn"] as const
const EXPENSE = ["waiting", "approved", "refused", "paid"] as const
const VOTES = [
  { status: "passed", results: "sealed" },
  { status: "uncountable", results: "sealed" },
  { status: "active", results: "sealed" },
  { status: "active", results: "always" },
  { status: "active", results: "afterClose" },
  { status: "active", results: "afterVote" },
  { status: "cancelled", results: "afterClose" }
] as const

const VOCABULARY = ["pump", "Púmp", "pumps", "heater", "heat", "Łódź", "lodz", "straße", "насос", "水泵", "x1"] as const
const text = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "))
const author = fc.constantFrom(ADA, BO)

/** A text in one of its states. */
const written = fc.oneof(
  fc.record({ kind: fc.constant("thread"), author, title: text, text, shown: fc.constantFrom(...SHOWN) }),
  fc.record({
    kind: fc.constant("comment"),
    author,
    title: fc.constant(""),
    text,
    shown: fc.constantFrom(...SHOWN),
    below: fc.constantFrom(...SHOWN)
  }),
  fc.record({ kind: fc.constant("announcement"), author, title: text, text, state: fc.constantFrom(...STATES) }),
  fc.record({ kind: fc.constant("expense"), author, title: text, text, state: fc.constantFrom(...EXPENSE) }),
  fc.record({
    kind: fc.constant("reason"),
    author,
    title: fc.constant(""),
    text,
    vote: fc.constantFrom(...VOTES),
    hasVoted: fc.boolean()
  })
)
type Written = typeof written extends fc.Arbitrary<infer A> ? A : never

const base = { author: ADA, createdAt: TODAY, updatedAt: TODAY }

/** Writes a text with others in its place first, so that what is found was edited. */
const write = (communityId: string, one: Written, n: number) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const id = `id${String(n).padStart(10, "0")}`
    const at = { ...base, id, communityId, number: n + 1, author: one.author }
    if (one.kind === "reason") {
      const { hasVoted, vote } = one as Extract<Written, { readonly vote: unknown }>
      yield* addRow("proposals", { ...at, title: "A vote", status: vote.status, resultsVisibility: vote.results })
      const castAt = new Date(TODAY).toISOString()
      yield* addRow("ballots", {
        proposalId: id,
        seq: 1,
        accountAddress: one.author,
        reason: "",
        castAt,
        digest: id,
        nonce: id,
        entryHash: id
      })
      if (hasVoted) yield* addRow("voters", { proposalId: id, accountAddress: BO, seq: 1 })
      yield* sql`UPDATE ballots SET reason = ${one.text} WHERE proposal_id = ${id}`
      return `reason ${id}-1`
    }
    if (one.kind === "thread") {
      yield* addRow("threads", { ...at, title: "before", body: "before pump", shown: "visible", mentions: "[]" })
      yield* sql`UPDATE threads SET title = ${one.title}, body = ${one.text} WHERE id = ${id}`
      yield* sql`UPDATE threads SET shown = ${(one as { readonly shown: string }).shown} WHERE id = ${id}`
      return `thread ${id}`
    }
    if (one.kind === "comment") {
      const { below, shown } = one as Extract<Written, { readonly below: unknown }>
      const thread = `th${String(n).padStart(10, "0")}`
      yield* addRow("threads", {
        ...at,
        id: thread,
        number: 1000 + n,
        title: "none",
        body: "none",
        shown: below,
        mentions: "[]"
      })
      const { number: _number, ...comment } = at
      const place = { targetType: "thread", targetId: thread, seq: 1 }
      yield* addRow("comments", { ...comment, ...place, body: "before", mentions: "[]", shown: "visible" })
      yield* sql`UPDATE comments SET body = ${one.text}, shown = ${shown} WHERE id = ${id}`
      return `comment ${id}`
    }
    const { state } = one as { readonly state: string }
    if (one.kind === "announcement") {
      const { author: issuer, ...rest } = at
      yield* addRow("announcements", { ...rest, issuer, title: one.title, body: one.text, state, importance: "normal" })
      return `announcement ${id}`
    }
    const { author: account, ...rest } = at
    yield* addRow("expenses", {
      ...rest,
      account,
      title: one.title,
      words: one.text,
      state,
      symbol: "XRD",
      amount: "1"
    })
    return `expense ${id}`
  })

/** By the product's pages, a second time and plainly. */
const sees = (one: Written, { account, isReviewer, shown }: InsideReader): ReadonlyArray<string> => {
  const whole = [one.title, one.text]
  if ("below" in one) return one.shown === "visible" && one.below !== "hidden" ? [one.text] : []
  if ("shown" in one) return one.shown === "visible" ? whole : []
  if ("vote" in one) {
    const { results, status } = one.vote
    if (results === "sealed") return status === "passed" ? [one.text] : []
    const voted = results === "afterVote" && one.hasVoted && account === BO
    return results === "always" || voted ? [one.text] : []
  }
  if (one.kind === "announcement") return one.state === "published" ? whole : []
  if (isReviewer || one.author === account) return whole
  return shown.includes("title") && ["approved", "paid"].includes(one.state) ? [one.title] : []
}

const has = (texts: ReadonlyArray<string>, q: string) => {
  const words = fold(texts.join(" ")).split(/[^\p{L}\p{N}]+/u)
  return fold(q)
    .split(" ")
    .every((each) =>
      words.some((word) => (each === "水" || each === "泵" ? word.includes(each) : word.startsWith(each)))
    )
}

const QUESTIONS = ["pump", "pu", "heat", "heater pump", "lodz", "strasse", "насос", "水泵", "泵", "x1", "h l"] as const

/** What is typed, and which text it finds. */
const MISTAKES: ReadonlyArray<readonly [q: string, n: number | null]> = [
  ["pump", 0],
  ["pmup", 0],
  ["grenhouse pmup", 0],
  ["greeenhoise", null],
  ["pupm lamb", null],
  ["αντλαι", 1],
  ["ΑΝΤΛΩΑ", 1],
  ["насис", 2],
  ["Łdoź strase", 3],
  ["المخضة", 4],
  ["ポソプ", null],
  // Of four letters one may be wrong; of three none, since too many words are like them.
  ["pumq", 0],
  ["pmu", null],
  // A word of a hidden text.
  ["lamb", null]
]

describeOnBothDatabases("Search", (database) => {
  it(
    "shows and counts what each reader may see, and nothing else",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(written, { minLength: 1, maxLength: 12 }),
          fc.array(fc.nat(11), { maxLength: 3 }),
          (all, gone) =>
            Effect.gen(function* () {
              yield* TestClock.setTime(TODAY)
              const sql = yield* Sql
              const { id } = yield* found({ slug: "garden", name: "The Garden" })
              const other = yield* found({ slug: "other", name: "Another" })
              yield* addRow("threads", {
                ...base,
                id: "elsewhere234",
                communityId: other.id,
                number: 1,
                title: "pump heat lodz",
                body: "x1"
              })
              yield* person(id, "Ada Main")
              yield* person(id, "Bo Neighbour")
              const keys = yield* Effect.forEach(all, (one, n) => write(id, one, n))
              for (const n of gone) {
                const table =
                  keys[n]?.startsWith("thread ") === true
                    ? "threads"
                    : keys[n]?.startsWith("expense ") === true
                      ? "expenses"
                      : null
                if (table !== null) yield* sql`DELETE FROM ${sql(table)} WHERE id = ${keys[n]?.split(" ")[1] ?? ""}`
              }
              const isGone = (n: number) => gone.includes(n) && /^(thread|expense) /.test(keys[n] ?? "")
              for (const reader of readers) {
                for (const q of QUESTIONS) {
                  const expected = all.flatMap((one, n) =>
                    !isGone(n) && has(sees(one, reader), q) ? [keys[n] ?? ""] : []
                  )
                  const results = yield* ask(q, { communityId: id, reader })
                  const shown = keysOf(results)
                    .map((key) => key.replace("expense-whole", "expense"))
                    .filter((key) => !key.startsWith("proposal"))
                  if (expected.length === 0) assert.isTrue(results.isSimilar || results.total === 0, q)
                  else assert.deepEqual(shown.sort(), expected.sort(), `${q} by ${JSON.stringify(reader)}`)
                  assert.strictEqual(
                    results.counts.reduce((sum, { many }) => sum + many, 0),
                    results.total
                  )
                }
              }
            }).pipe(
              Effect.provide(services(database)),
              Effect.scoped,
              Effect.provide(TestContext.TestContext),
              Effect.runPromise
            )
        ),
        { numRuns: runs(5, 40) }
      ),
    240_000
  )

  it.effect("finds words with one mistake where none has the words as typed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* found({ slug: "garden", name: "The Garden" })
      yield* person(id, "Ada Main")
      const texts = [
        "The pump by the greenhouse",
        "Η αντλία στάζει",
        "Насос протекает",
        "Straße nach Łódź",
        "المضخة تسرب",
        "新しいポンプ",
        "A lamp"
      ]
      for (const [n, title] of texts.entries()) {
        const thread = {
          ...base,
          id: `thread${n}aaaaa`,
          communityId: id,
          number: n + 1,
          title,
          body: "",
          mentions: "[]"
        }
        yield* addRow("threads", { ...thread, shown: title === "A lamp" ? "hidden" : "visible" })
      }
      const results = (q: string) => ask(q, { communityId: id, reader: visitor })
      for (const [q, n] of MISTAKES) {
        const { hits, isSimilar } = yield* results(q)
        assert.deepEqual(
          hits.map(({ title }) => title[0]),
          n === null ? [] : [texts[n]],
          q
        )
        assert.strictEqual(isSimilar, n !== null && q !== "pump", q)
      }
    }).pipe(Effect.provide(services(database)), Effect.scoped)
  )

  it.effect("finds what lies behind a thousand newer texts that the reader may not see, and counts none of them", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* found({ slug: "garden", name: "The Garden" })
      yield* person(id, "Ada Main")
      const thread = (n: number, shown: string) => ({
        ...base,
        communityId: id,
        id: `thread${String(n).padStart(6, "a")}`,
        number: n + 1,
        title: "A pump",
        body: "",
        mentions: "[]",
        shown
      })
      for (const n of [0, 1, 2]) yield* addRow("threads", thread(n, "visible"))
      for (let n = 3; n < 1_203; n++) yield* addRow("threads", thread(n, "hidden"))
      yield* (yield* SearchEntries).catchUpWholly
      const { counts, hits, isMore, total } = yield* ask("pump", { communityId: id, reader: visitor })
      assert.deepEqual([hits.length, total, isMore], [3, 3, false])
      assert.strictEqual(counts.find(({ kind }) => kind === "discussion")?.many, 3)
    }).pipe(Effect.provide(services(database)), Effect.scoped)
  )

  it.effect("takes only a word that nothing has for a mistake", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* found({ slug: "garden", name: "The Garden" })
      yield* person(id, "Ada Main")
      for (const [n, title] of ["The form is ready", "Water from the pump"].entries()) {
        yield* addRow("threads", {
          ...base,
          communityId: id,
          id: `thread${n}aaaaa`,
          number: n + 1,
          title,
          body: "",
          mentions: "[]",
          shown: "visible"
        })
      }
      const titles = (q: string) =>
        Effect.map(ask(q, { communityId: id, reader: visitor }), ({ alone, hits }) => [
          hits.flatMap(({ title }) => title),
          alone.map(({ word }) => word)
        ])
      assert.deepEqual((yield* titles("form watre"))[0], [])
      assert.deepEqual(yield* titles("form water"), [[], ["form", "water"]])
      assert.deepEqual((yield* titles("from watre"))[0], ["Water from the pump"])
    }).pipe(Effect.provide(services(database)), Effect.scoped)
  )
})
