/**
 * Asks the index of the search (base/db/migrations/0122). The databases differ in one condition: SQLite has a table of
 * FTS5, Postgres a vector of words. Both compare beginnings of the words that `searchWords` makes.
 */
import type { Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { EntryKind } from "./entryTexts.server"
import { ON_SITE, SearchEntries } from "./SearchEntries.server"
import { MOST_RESULTS, type ResultKind } from "./searchQuery"
import { type InsideReader, visibleInside, visibleOnSite } from "./visibleEntries.server"

/**
 * A word of a question. Of several, which it may stand for, only those are looked up that begin a word of the index
 * (docs/decisions/0134-list-the-words-of-each-community.md).
 */
export type AskedWord = ReadonlyArray<string>

export interface Place {
  /** Null for the public site. */
  readonly inside: { readonly communityId: CommunityId; readonly reader: InsideReader } | null
}

export interface Narrowing {
  readonly kind: ResultKind | null
  readonly from: string | null
  /** Unix milliseconds. */
  readonly since: number | null
}
export const everything: Narrowing = { kind: null, from: null, since: null }

/** Entries of each kind of results. Articles are not in the database. */
export const entryKinds: Readonly<Record<ResultKind, ReadonlyArray<EntryKind>>> = {
  communities: ["community"],
  proposals: ["proposal"],
  discussion: ["thread", "comment"],
  reasons: ["reason"],
  requests: ["request"],
  expenses: ["expense", "expense-whole"],
  payouts: ["payout"],
  bonds: ["bond"],
  announcements: ["announcement"],
  members: ["member"],
  articles: []
}

/** Entries that are looked at before any older one is: a little more than are shown, as the reader may see almost all. */
const AT_ONCE = MOST_RESULTS + 100

const Row = Schema.Struct({
  /** Grows with time. Null of `word`, and of `oldest` if nothing matches. */
  id: Schema.NullOr(Schema.Number),
  /**
   * `stale` if some texts are not in the index yet; `oldest` is about all that were looked at; `word` is one that was
   * looked up, with itself as title.
   */
  kind: Schema.Union(EntryKind, Schema.Literal("stale", "oldest", "word")),
  ref: Schema.String,
  author: Schema.String,
  /** Null without a profile. */
  authorName: Schema.NullOr(Schema.String),
  writtenAt: Schema.Number,
  title: Schema.String
})
export interface FoundEntry extends Omit<typeof Row.Type, "id" | "kind"> {
  readonly kind: EntryKind
}

export interface Found {
  /** The newest first, `MOST_RESULTS` at most. */
  readonly entries: ReadonlyArray<FoundEntry>
  readonly isMore: boolean
  /** Some texts are not in the index yet. */
  readonly isBehind: boolean
  /** Of the words that one of the question may stand for, those that were looked up. */
  readonly known: ReadonlySet<string>
}

/** Words of the index that restrict a search; `searchWords` makes no word with `#`. */
const scopeOf = ({ inside }: Place, { kind }: Narrowing): ReadonlyArray<ReadonlyArray<string>> => [
  ...(inside === null ? [] : [[`#${inside.communityId}`]]),
  ...(kind === null
    ? inside === null
      ? [ON_SITE.map((each) => `#k${each}`)]
      : []
    : [entryKinds[kind].map((each) => `#k${each}`)])
]

interface Asked {
  readonly words: ReadonlyArray<AskedWord>
  readonly place: Place
  readonly narrowing: Narrowing
}

const questionOf = (
  { narrowing, place, words }: Asked,
  quote: (word: string) => string,
  begins: string,
  and: string,
  or: string
) =>
  [
    ...scopeOf(place, narrowing).map((some) => some.map(quote)),
    ...words.flatMap((some) => (some.length === 1 ? [some.map((word) => `${quote(word)}${begins}`)] : []))
  ]
    .map((some) => `(${some.join(or)})`)
    .join(and)

const forSqlite = (asked: Asked) => questionOf(asked, (word) => `"${word}"`, "*", " AND ", " OR ")
const forPostgres = (asked: Asked) => questionOf(asked, (word) => `'${word}'`, ":*", " & ", " | ")
/** Words of which each may stand for several. */
const similarIn = ({ words }: Asked) => words.filter(({ length }) => length > 1)

export const makeFoundEntries = Effect.gen(function* () {
  const sql = yield* Sql
  const words = yield* SearchEntries

  /**
   * The question, with those of the similar words that are known. Where none is, it matches nothing: on Postgres it is
   * null, which FTS5 refuses; no text has the word `#`.
   */
  const withSimilar = (
    asked: Asked,
    question: Statement.Fragment,
    known: (n: number) => Statement.Fragment
  ): Statement.Fragment => similarIn(asked).reduce((text, _, n) => sql`${text} || ${known(n)}`, question)

  const index = sql.onDialectOrElse({
    pg: () => ({
      from: sql`search_entries e`,
      // The planner adds up what each word may find, and would compare every text with many of them. It does not look
      // into a subquery, and uses the index.
      matches: (asked: Asked) =>
        similarIn(asked).length === 0
          ? sql`e.vector @@ CAST(${forPostgres(asked)} AS TSQUERY)`
          : sql`e.vector @@ (SELECT CAST(${withSimilar(
              asked,
              sql`CAST(${forPostgres(asked)} AS TEXT)`,
              (n) => sql`' & (' || (SELECT STRING_AGG('''' || word || ''':*', ' | ') FROM known WHERE n = ${n}) || ')'`
            )} AS TSQUERY))`,
      id: sql`e.id`
    }),
    orElse: () => ({
      // In this order, so that the index is read backward and only as far as needed.
      from: sql`search_index s CROSS JOIN search_entries e`,
      matches: (asked: Asked) =>
        sql`s.search_index MATCH (${withSimilar(
          asked,
          sql`${forSqlite(asked)}`,
          (n) =>
            sql`' AND (' || (SELECT COALESCE(GROUP_CONCAT('"' || word || '"*', ' OR '), '"#"') FROM known WHERE n = ${n}) || ')'`
        )}) AND e.id = s.rowid`,
      id: sql`s.rowid`
    })
  })

  /**
   * What the index itself tells. On the public site also who may see it: most that matches is in communities that are
   * not listed.
   */
  const matching = (asked: Asked) => {
    const { narrowing, place } = asked
    return sql.and([
      index.matches(asked),
      place.inside === null ? visibleOnSite(sql) : sql`e.community_id = ${place.inside.communityId}`,
      ...(narrowing.from === null ? [] : [sql`e.author = ${narrowing.from}`]),
      ...(narrowing.since === null ? [] : [sql`e.written_at >= ${narrowing.since}`])
    ])
  }
  const visible = ({ inside }: Place) => (inside === null ? sql`1 = 1` : visibleInside(sql, inside.reader))

  /**
   * Of the newest entries that match, older than `before`, those that the reader may see, and a row about the oldest of
   * them all. Only these are looked up in other tables, however many match.
   */
  const statement = (asked: Asked, before: number | null) => sql`
    WITH known AS (${words.beginning(asked.place.inside?.communityId ?? null, similarIn(asked))}),
    newest AS (SELECT e.id, e.kind, e.ref, e.community_id, e.author, e.written_at, e.title FROM ${index.from}
      WHERE ${matching(asked)}${before === null ? sql`` : sql` AND ${index.id} < ${before}`}
      ORDER BY ${index.id} DESC LIMIT ${AT_ONCE})
    SELECT * FROM (SELECT e.id, e.kind, e.ref, e.author, u.username AS author_name, e.written_at, e.title
      FROM newest e LEFT JOIN users u ON u.account_address = e.author AND u.status = 'active'
      WHERE ${visible(asked.place)} ORDER BY e.id DESC LIMIT ${MOST_RESULTS + 1}) found
    UNION ALL SELECT MIN(id), 'oldest', '', '', CAST(NULL AS TEXT), COUNT(*), '' FROM newest
    UNION ALL SELECT CAST(NULL AS BIGINT), 'word', '', '', CAST(NULL AS TEXT), CAST(0 AS BIGINT), word FROM known
    UNION ALL SELECT * FROM (SELECT id, 'stale', '', '', CAST(NULL AS TEXT), CAST(0 AS BIGINT), ''
      FROM search_entries WHERE stale = 1 LIMIT 1) stale`

  const decode = Schema.decodeUnknown(Schema.Array(Row))
  const page = Effect.fnUntraced(function* (asked: Asked, before: number | null) {
    const rows = yield* statement(asked, before).pipe(Effect.flatMap(decode), Effect.orDie)
    const oldest = rows.find(({ kind }) => kind === "oldest")
    return {
      entries: rows.flatMap(({ id: _, kind, ...row }) =>
        kind === "stale" || kind === "oldest" || kind === "word" ? [] : [{ ...row, kind }]
      ),
      isBehind: rows.some(({ kind }) => kind === "stale"),
      known: new Set(rows.flatMap(({ kind, title }) => (kind === "word" ? [title] : []))),
      // `writtenAt` of this row is their number.
      next: (oldest?.writtenAt ?? 0) < AT_ONCE ? null : (oldest?.id ?? null)
    }
  })

  const find = Effect.fn("FoundEntries.find")(function* (asked: Asked) {
    let { entries, isBehind, known, next } = yield* page(asked, null)
    while (next !== null && entries.length <= MOST_RESULTS) {
      const further = yield* page(asked, next)
      entries = [...entries, ...further.entries]
      isBehind ||= further.isBehind
      next = further.next
    }
    const found: Found = {
      entries: entries.slice(0, MOST_RESULTS),
      isMore: entries.length > MOST_RESULTS,
      isBehind,
      known
    }
    return found
  })

  const counts = findAll({
    Request: Schema.Any,
    Result: Schema.Struct({ word: Schema.String, many: Schema.Int }),
    execute: (each: ReadonlyArray<Asked & { readonly word: string }>) => {
      const [first, ...further] = each.map(
        (asked) => sql`SELECT CAST(${asked.word} AS TEXT) AS word, COUNT(*) AS many FROM (
          SELECT 1 AS one FROM ${index.from} WHERE ${matching(asked)} AND ${visible(asked.place)} ORDER BY ${index.id} DESC
          LIMIT ${MOST_RESULTS + 1}) found`
      )
      return first === undefined
        ? Effect.succeed([])
        : further.reduce((all, next) => sql`${all} UNION ALL ${next}`, first)
    }
  })

  return {
    find,
    /** How many results each word has alone, `MOST_RESULTS` + 1 at most. */
    alone: (asked: Asked) =>
      counts(asked.words.flatMap((word) => (word[0] === undefined ? [] : [{ ...asked, word: word[0], words: [word] }])))
  }
})
