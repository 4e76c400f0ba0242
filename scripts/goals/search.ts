/**
 * Benchmark `search` of docs/goals.md: the search of a community with 100,000 posts compared with its list of threads,
 * in turns, on both databases: words that many and few posts have, beginnings, several words, and mistakes. Each is the
 * program of the page with that of the frame around it. The index is made by the product's own triggers and job.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { frame } from "~/effects/communities/communities/pages/frame.server"
import { discussionPage } from "~/effects/conversation/discussion/pages/discussion.server"
import { insideSearch } from "~/effects/publishing/search/pages/search.server"
import { SearchEntries } from "~/effects/publishing/search/SearchEntries.server"
import { OPENS } from "../../tests/effects/governance/votes/world"
import { atMost, type Goal } from "./goal"
import type { Place } from "./growth/databases"
import { everyJobTaken } from "./growth/measure"
import { signIn, writeModels } from "./growth/models"
import { COMMUNITY, ME } from "./growth/names"
import { onPostgres } from "./growth/postgres"
import { openProduct, type PageProgram, type Product } from "./growth/product"
import { onSqlite } from "./growth/sqlite"
import { numbersFrom } from "./numbers"
import { inMs, timesOf } from "./pageTimes"

const POSTS = Number(process.env.POSTS ?? 100_000)
/** A thread, and comments below it. */
const POSTS_OF_A_THREAD = 50
const WORDS_OF_A_POST = 40
const VOCABULARY = 20_000
const AT_ONCE = 200
/** All within one person's budget of searches (docs/operations/limits.md). */
const ROUNDS = 10
const LIMIT = 2

const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "par", "re", "sit", "to", "vu", "da", "fe", "gin", "ho", "ja", "ka"]
/** The most usual first; all begin differently from each other word of their length. */
const wordAt = (rank: number) => {
  let rest = rank + SYLLABLES.length
  let word = ""
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length]
  return word
}

/** Few words are usual, most are rare, as in real texts. */
const textsFrom = (next: () => number) => () =>
  Array.from({ length: WORDS_OF_A_POST }, () => wordAt(Math.floor(VOCABULARY ** next()))).join(" ")

const [usual, second, rare, other] = [wordAt(1), wordAt(30), wordAt(15_000), wordAt(9_000)]
/** Without its second letter, and with the first two exchanged. */
const [torn, mixed] = [rare.slice(0, 1) + rare.slice(2), other.slice(1, 2) + other.slice(0, 1) + other.slice(2)]
const QUESTIONS = [
  usual,
  rare,
  rare.slice(0, 4),
  `${usual} ${second}`,
  `${usual} ${second} ${wordAt(90)}`,
  `${usual}&kind=discussion`,
  `${second}&order=newest&page=3`,
  `${rare} ${other}`,
  torn,
  mixed,
  `${usual} ${torn}`,
  "qqxxzzqq"
]

const idOf = (prefix: string, n: number) =>
  prefix +
  n
    .toString(26)
    .padStart(8, "0")
    .replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "")

const write = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const text = textsFrom(numbersFrom(7))
  const base = { communityId: COMMUNITY, author: ME, mentions: "[]", shown: "visible" }
  for (let from = 0; from < POSTS; from += AT_ONCE) {
    const posts = Array.from({ length: Math.min(AT_ONCE, POSTS - from) }, (_, n) => from + n)
    const at = (n: number) => ({ createdAt: OPENS + n * 60_000, updatedAt: OPENS + n * 60_000 })
    const threads = posts
      .filter((n) => n % POSTS_OF_A_THREAD === 0)
      .map((n) => ({
        ...base,
        ...at(n),
        id: idOf("thrd", n),
        number: n + 2,
        title: `${wordAt(n % 500)} ${wordAt((n * 7) % VOCABULARY)}`,
        body: text(),
        searchText: "",
        category: "general",
        state: "open",
        lastActivityAt: OPENS + n * 60_000
      }))
    const comments = posts
      .filter((n) => n % POSTS_OF_A_THREAD !== 0)
      .map((n) => ({
        ...base,
        ...at(n),
        id: idOf("comm", n),
        targetType: "thread",
        targetId: idOf("thrd", n - (n % POSTS_OF_A_THREAD)),
        seq: (n % POSTS_OF_A_THREAD) + 1,
        rootSeq: (n % POSTS_OF_A_THREAD) + 1,
        body: text()
      }))
    if (threads.length > 0) yield* sql`INSERT INTO threads ${sql.insert(threads)}`
    yield* sql`INSERT INTO comments ${sql.insert(comments)}`
  }
})

const indexed = Effect.provide(
  Effect.flatMap(SearchEntries, ({ catchUpWholly }) => catchUpWholly),
  SearchEntries.Default
)

const indexBytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.onDialectOrElse({
    pg: () =>
      sql<{ readonly bytes: number }>`SELECT CAST(pg_relation_size('search_entries_words') AS INTEGER) AS bytes`,
    orElse: () =>
      sql<{ readonly bytes: number }>`SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name LIKE 'search_index%'`
  })
  return row?.bytes ?? Number.NaN
})

const INSIDE = `/community/detail/${COMMUNITY}`
const opened = async (product: Product, token: string, path: string, program: PageProgram) => {
  const begun = performance.now()
  const visitor = { params: { id: COMMUNITY }, token }
  await product.open(path, frame, visitor)
  await product.open(path, program, visitor)
  return performance.now() - begun
}

const measure = async (name: string, place: Place) => {
  try {
    const filling = await openProduct(place.settings)
    await filling.run(Effect.zipRight(writeModels, everyJobTaken))
    await filling.run(write)
    const begun = performance.now()
    await filling.run(indexed)
    const perPost = (performance.now() - begun) / POSTS
    await filling.close()
    // Statistics, as a database has them that was not filled a moment ago.
    await place.write([])
    const product = await openProduct(place.settings)
    const token = await product.run(signIn)
    const [pages, searches]: readonly [Array<number>, Array<number>] = [[], []]
    const slowest = new Map<string, number>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const question of QUESTIONS) {
        const page = await opened(product, token, `${INSIDE}/discussion`, discussionPage)
        const path = `${INSIDE}/search?q=${question.replaceAll(" ", "+")}`
        const search = await opened(product, token, path, insideSearch)
        // The first round fills caches and prepares statements.
        if (round === 0) continue
        pages.push(page)
        searches.push(search)
        slowest.set(question, Math.max(search, slowest.get(question) ?? 0))
      }
    }
    const bytes = await product.run(indexBytes)
    await product.close()
    console.table(Object.fromEntries([...slowest].map(([question, ms]) => [question, inMs(ms)])))
    const [page, search] = [timesOf(pages), timesOf(searches)]
    const figures = `${name}: ${inMs(search.p95)} against ${inMs(page.p95)}, index of ${Math.round(bytes / 1_000_000)} MB, ${inMs(perPost)} to index a post`
    return { ratio: search.p95 / page.p95, figures }
  } finally {
    await place.remove()
  }
}

export const searchTimes: Goal = async () => {
  const found = [await measure("SQLite", onSqlite())]
  const postgres = await onPostgres()
  if (postgres !== null) found.push(await measure("Postgres", postgres))
  const worst = Math.max(...found.map(({ ratio }) => ratio))
  return atMost(
    Number(worst.toFixed(2)),
    LIMIT,
    `times the list of threads, both at the 95th percentile, ${POSTS} posts; ${found.map(({ figures }) => figures).join("; ")}`
  )
}
